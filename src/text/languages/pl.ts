/** Polish; the members are explained in `language.ts`. */
import { polishStem } from '../stem/polish.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const polish: Language = {
  codes: ['pl'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: '.',
    spacedThousands: true,
  },
  stem: polishStem,
  irregularStems: `
    dziecko: dzieci dziecka dziecku dzieckiem dzieciom; człowiek: ludzie; oko: oczy; ręka: ręce;
    but: buty butów butami butach`,
  stopWords: 'i lub oraz ale dla z ze w we na do od po o u za przy jest są to',
  functionWords: {
    negators: { certain: 'bez oprócz prócz', possible: 'nie żaden żadna żadne żadnych' },
    introducers: 'dla z ze bez do na w we od o pod przeciw przed który która które',
    conjunctions: 'i oraz lub',
    sizeWords: 'rozmiar rozmiary rozmiarze rozmiaru rozmiarów rozm',
    freeOf: '',
    lacking: 'bez-',
    onSale: 'wyprzedaż promocja przecena',
    fillers: `
      co jaki jaka jakie jakich jak gdzie kto kiedy dlaczego czy ja mi mnie my nam ty ci wy mogę może można mógłbym
      mogłabym chcę chce chciałbym chciałabym chcemy potrzebuję potrzebujemy potrzebny potrzebna potrzebne szukam
      szukać szukamy poszukuję znaleźć znajdź znajdę pokaż pokazać zobaczyć kupić kupię kupno zamówić mieć mam ma macie
      jest są coś jakiś jakaś jakieś proszę dzięki dziękuję cześć polecić polecacie polecane polecany dobry dobra dobre
      dobrych najlepszy najlepsza najlepsze najlepszych ładny ładna ładne ładnych tani tania tanie tanich tanio
      niedrogi niedroga niedrogie online internetowy sklep cena cenie para rodzaj to i lub oraz albo się odpowiedni
      odpowiednia odpowiednie założyć ubrać`,
    audience: `
      damski damska damskie damskich kobieta kobiety kobiet męski męska męskie męskich mężczyzna mężczyzn dziecko dzieci
      dziecięcy dziecięca dziecięce chłopiec chłopcy chłopców dziewczynka dziewczynki dziewczynek niemowlę niemowląt
      dorośli dorosłych unisex`,
  },
  headFirst: true,
  agreeing: true,
  numberWords: {
    upToTwelve: 'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście',
    forms: { dwóch: 2, trzech: 3, czterech: 4, pięciu: 5, sześciu: 6 },
  },
  units: { inch: 'cale cali', m: 'metr metry metrów', g: 'gramów', kg: 'kilo kilogramów', l: 'litr litry litrów' },
  currencies: { everywhere: { EUR: 'euro eurów', PLN: 'zł złoty złote złotych zloty zlotych' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      poniżej, do, mniej niż, tańsze niż, tańszy niż, tańsza niż, pod, nie więcej niż, nie droższe niż, najwyżej,
      maksymalnie, maks, maksimum, cena maksymalna, budżet`,
    above: `
      powyżej, ponad, od, więcej niż, droższe niż, droższy niż, droższa niż, co najmniej, minimum, przynajmniej`,
    orLess: 'lub mniej, i mniej, albo mniej, lub taniej, max, maks, maksymalnie, maksimum',
    orMore: 'lub więcej, i więcej, albo więcej, wzwyż, minimum',
    between: 'między … a, pomiędzy … a, między … i, pomiędzy … i',
    to: 'do',
    from: 'od',
    about: 'około, ok, mniej więcej, circa, ca, koło',
    price: 'cena, cenie, ceny',
    leads: 'za, dla, w, która, który, które, kosztuje, kosztujące, kosztujący, o',
    otherScales: 'rozmiar, rozmiary, rozm, wiek, wysokość, szerokość, długość, głębokość, waga, spf, średnica',
    children: 'dzieci dziecka dziecko chłopców chłopca dziewczynek dziewczynki',
  },
  thesaurus: `
    damski, kobieta; męski, mężczyzna; dziecięcy, dzieci, dla dzieci; niemowlę, niemowlęcy, bobas;
    dziewczęcy, dziewczynka; fioletowy, liliowy, lila; granatowy, navy; bordowy, burgundowy;
    wielokolorowy, wielobarwny, kolorowy; w kwiaty, kwiecisty, kwiatowy; w paski, prążkowany; w kratę, kraciasty;
    w kropki, w groszki; sztuczna skóra, ekoskóra, skóra ekologiczna; drewniany, z drewna, drewno;
    wełniany, z wełny, wełna; skórzany > ze skóry, skóra; bawełniany, z bawełny, bawełna; lniany, z lnu, len;
    jedwabny, z jedwabiu, jedwab; t-shirt, koszulka, tee; sweter, pulower; bluza z kapturem, hoodie;
    dresy, spodnie dresowe, joggery; dżinsy, jeansy; buty sportowe > sneakersy; kalosze, gumowce;
    szpilki, buty na obcasie; klapki > japonki; strój kąpielowy, kostium kąpielowy; kąpielówki, szorty kąpielowe;
    szlafrok, płaszcz kąpielowy; biustonosz, stanik; majtki, figi; czapka z daszkiem, bejsbolówka; plecak, backpack;
    portfel, portmonetka; nerka, saszetka na pas; okulary przeciwsłoneczne, okulary słoneczne; kanapa, sofa;
    telewizor, tv; telefon komórkowy, komórka, smartfon, smartphone; laptop, notebook; bezprzewodowy, wireless;
    lodówka, chłodziarka; rower, bicykl; wózek dziecięcy > spacerówka; suszarka do włosów, suszarka;
    perfumy > woda perfumowana, woda toaletowa; krem z filtrem, krem przeciwsłoneczny; ciążowy, dla kobiet w ciąży;
    buty >> trampki, sneakersy, kozaki, sandały, kalosze, półbuty; obuwie >> buty; adidasy, tenisówki >> trampki, sneakersy, buty sportowe;
    kozaki, botki; kapcie, pantofle; klapki, japonki; kurtka >> parka, wiatrówka, kurtka zimowa; płaszcz >> trencz, prochowiec;
    wiatrówka, ortalion; przeciwdeszczowa >> kurtka przeciwdeszczowa; spodnie >> jeansy, chinosy, legginsy; portki, gacie >> spodnie;
    sukienka >> suknia; kiecka >> sukienka; koszula >> bluzka; bluzka >> top; sweter >> kardigan; golf >> sweter; bielizna >> biustonosz, majtki;
    bokserki, slipy; skarpety, skarpetki; rajstopy >> pończochy; czapka >> beret; szalik, szal; torebka >> kopertówka; torba >> torebka, plecak;
    tornister >> plecak; biżuteria >> naszyjnik, pierścionek, kolczyki, bransoletka; okulary >> okulary przeciwsłoneczne;
    zegarek >> zegarek męski; fotel >> krzesło; kanapa, wersalka, tapczan; szafa >> szafka; komoda >> szafka; kołdra >> pierzyna; koc, pled;
    dywan >> chodnik; obraz >> plakat; lampa >> lampka, kinkiet; sztućce >> nóż, widelec, łyżka; naczynia >> talerz, kubek, miska;
    garnek >> rondel; ekspres do kawy, ekspres; odkurzacz >> robot sprzątający; ścierka >> ręcznik kuchenny; komputer >> laptop;
    tablet >> ipad; słuchawki >> headset; telefon >> smartfon, telefon komórkowy; komórka >> telefon; głośnik, kolumna;
    radio >> radio samochodowe; rower >> rower elektryczny; kask >> kask rowerowy; sok >> sok jabłkowy, sok pomarańczowy;
    browar >> piwo; piwo >> lager; słodycze >> czekolada, cukierki; ciastka, ciasteczka, herbatniki; ziemniaki, kartofle;
    szczoteczka do zębów >> szczoteczka elektryczna; pluszak, maskotka, przytulanka; zabawki >> lalka, klocki; pieluchy, pampersy;
    śliniak, śliniaczek; długopis >> pióro; wiertarka, wkrętarka; latarka >> czołówka;
    telefon > smartfon, smartphone; pieluchy, pieluszki; wiertarko-wkrętarka >> wiertarka, wkrętarka; telewizor >> smart tv; kosiarka >> robot koszący;
    sekator, nożyce ogrodowe; wąż ogrodowy, szlauch; ziemia >> podłoże; nawóz, odżywka; doniczka, donica; parasol ogrodowy, parasol; leżak, leżanka;
    grill, barbecue; węgiel drzewny >> brykiet; legowisko, posłanie; łóżko dla psa > legowisko dla psa; smycz >> szelki; drapak, słupek do drapania; akwarium, zbiornik;
    karma >> sucha karma, mokra karma; jedzenie >> karma; pralka, automat pralniczy; lodówka >> zamrażarka; kuchenka >> piekarnik, płyta;
    mikrofalówka, kuchenka mikrofalowa; czajnik >> czajnik elektryczny; ładowarka, zasilacz; pendrive, pamięć usb; dysk twardy >> ssd; ekran, monitor; drukarka >> urządzenie wielofunkcyjne;
    tusz, wkład atramentowy; aparat fotograficzny, aparat; wózek >> spacerówka, wózek dziecięcy; gra planszowa, planszówka; puzzle, układanka; makaron >> spaghetti; dżem, konfitura, marmolada;
    jogurt, kefir; orzechy > orzechy laskowe, migdały, orzechy włoskie, nerkowce; jajka, jaja; ręcznik papierowy >> ręcznik kuchenny; proszek do prania >> płyn do prania;
    drabina >> drabinka; śrubokręt, wkrętak; przedłużacz, przewód zasilający; kabel, przewód; baterie >> akumulatorki; przewodowy, z kablem`,
};
