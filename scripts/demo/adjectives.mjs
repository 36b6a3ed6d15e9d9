/**
 * What can be said before a product's name. Swedish: three forms (en, ett, plural); German: the stem to decline;
 * Finnish: singular and plural. `pattern` is the value of the product's pattern when the adjective names one.
 */
import { tableById } from './tables.mjs';

export const ADJECTIVES = tableById(`
id           | pattern  | en           | sv                                      | de            | fi
waterproof   |          | waterproof   | vattentät vattentätt vattentäta         | wasserdicht   | vedenpitävä vedenpitävät
windproof    |          | windproof    | vindtät vindtätt vindtäta               | winddicht     | tuulenpitävä tuulenpitävät
lightweight  |          | lightweight  | lätt lätt lätta                         | leicht        | kevyt kevyet
lined        |          | lined        | fodrad fodrat fodrade                   | gefüttert     | vuorattu vuoratut
quilted      |          | quilted      | vadderad vadderat vadderade             | gesteppt      | tikattu tikatut
knitted      |          | knitted      | stickad stickat stickade                | gestrickt     | neulottu neulotut
striped      | Striped  | striped      | randig randigt randiga                  | gestreift     | raidallinen raidalliset
checked      | Checked  | checked      | rutig rutigt rutiga                     | kariert       | ruudullinen ruudulliset
floral       | Floral   | floral       | blommig blommigt blommiga               | geblümt       | kukallinen kukalliset
dotted       | Dotted   | dotted       | prickig prickigt prickiga               | gepunktet     | pilkullinen pilkulliset
slim         |          | slim         | smal smalt smala                        | schmal        | kapea kapeat
wide         |          | wide         | vid vitt vida                           | weit          | leveä leveät
long         |          | long         | lång långt långa                        | lang          | pitkä pitkät
short        |          | short        | kort kort korta                         | kurz          | lyhyt lyhyet
classic      |          | classic      | klassisk klassiskt klassiska            | klassisch     | klassinen klassiset
soft         |          | soft         | mjuk mjukt mjuka                        | weich         | pehmeä pehmeät
warm         |          | warm         | varm varmt varma                        | warm          | lämmin lämpimät
breathable   |          | breathable   | luftig luftigt luftiga                  | atmungsaktiv  | hengittävä hengittävät
stretchy     |          | stretchy     | elastisk elastiskt elastiska            | elastisch     | joustava joustavat
hardwearing  |          | hard-wearing | slitstark slitstarkt slitstarka         | strapazierfähig | kestävä kestävät
reflective   |          | reflective   | reflekterande reflekterande reflekterande | reflektierend | heijastava heijastavat
foldable     |          | foldable     | hopfällbar hopfällbart hopfällbara      | faltbar       | kokoontaitettava kokoontaitettavat
compact      |          | compact      | kompakt kompakt kompakta                | kompakt       | kompakti kompaktit
adjustable   |          | adjustable   | justerbar justerbart justerbara         | verstellbar   | säädettävä säädettävät
rechargeable |          | rechargeable | laddningsbar laddningsbart laddningsbara | wiederaufladbar | ladattava ladattavat
insulated    |          | insulated    | isolerad isolerat isolerade             | isoliert      | eristetty eristetyt
inflatable   |          | inflatable   | uppblåsbar uppblåsbart uppblåsbara      | aufblasbar    | ilmatäytteinen ilmatäytteiset
dimmable     |          | dimmable     | dimbar dimbart dimbara                  | dimmbar       | himmennettävä himmennettävät
round        |          | round        | rund runt runda                         | rund          | pyöreä pyöreät
oval         |          | oval         | oval ovalt ovala                        | oval          | soikea soikeat
tall         |          | tall         | hög högt höga                           | hoch          | korkea korkeat
low          |          | low          | låg lågt låga                           | niedrig       | matala matalat
narrow       |          | narrow       | smal smalt smala                        | schmal        | kapea kapeat
extendable   |          | extendable   | utdragbar utdragbart utdragbara         | ausziehbar    | jatkettava jatkettavat
stackable    |          | stackable    | stapelbar stapelbart stapelbara         | stapelbar     | pinottava pinottavat
padded       |          | padded       | stoppad stoppat stoppade                | gepolstert    | pehmustettu pehmustetut
handmade     |          | handmade     | handgjord handgjort handgjorda          | handgefertigt | käsintehty käsintehdyt
glazed       |          | glazed       | glaserad glaserat glaserade             | glasiert      | lasitettu lasitetut
woven        |          | woven        | vävd vävt vävda                         | gewebt        | kudottu kudotut
washable     |          | washable     | tvättbar tvättbart tvättbara            | waschbar      | pestävä pestävät
large        |          | large        | stor stort stora                        | groß          | suuri suuret
small        |          | small        | liten litet små                         | klein         | pieni pienet
`);
