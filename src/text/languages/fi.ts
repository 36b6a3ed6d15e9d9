/** Finnish; the members are explained in `language.ts`. */
import { finnishStem } from '../stem/finnish.js';
import { SWEDISH_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const finnish: Language = {
  codes: ['fi'],
  writing: {
    alphabet: SWEDISH_ALPHABET,
    thousands: '.',
    spacedThousands: true,
  },
  stem: finnishStem,
  irregularStems: `
    mies: miehet miesten miehen miehille miehiä miestä; lapsi: lapset lasten lapsen lapsille lapsia lasta;
    poika: pojat poikien pojan pojille poikia poikaa; vyö: vyöt vyön vyötä vöitä vöiden;
    musta: mustat mustan mustaa mustia mustien; uusi: uudet uuden uusia uusien uutta;
    lämmin: lämpimät lämpimän lämmintä lämpimiä; kirkas: kirkkaat kirkkaan kirkasta; takuu: takuut takuun takuuta;
    kevät: kevään kevättä keväällä; kevyt: kevyet kevyen kevyttä kevyitä; verho: verhot verhon verhoa verhoja verhojen;
    olut: oluet oluita olutta oluen oluiden; ohut: ohuet ohuita ohutta ohuen; tee: teetä teen teet;
    muffin: muffinit muffineja; akku: akut akun akkua akkuja akkujen; puu: puut puun puuta puita puiden`,
  stopWords: 'ja tai mutta on ei se ne ovat joka että kun myös sekä kanssa',
  functionWords: {
    negators: { certain: 'ilman paitsi vailla', possible: 'ei eivät en älä' },
    introducers: 'ilman joka jotka jossa joissa jolla joilla johon jonka joiden',
    conjunctions: 'ja tai',
    sizeWords: 'koko koot koossa kokoa kokoinen kokoisen koon kokoluokka',
    freeOf: '',
    lacking: '-ton -tön -toman -tömän -tonta -töntä -tomat -tömät -tomia -tömiä',
    having: '-llinen -llisen -llista -lliset -llisia -llisten',
    onSale: 'ale alennus alennettu alennetut',
    fillers: `
      mikä mitä mitkä millainen millaiset kuka missä mistä miten kuinka milloin minä mä minulle mulle minun me meille
      sinä te teillä onko on ovat voiko voisin haluan haluaisin halutaan tarvitsen tarvitaan tarvitsisin etsin etsitään
      etsi hae löytyykö löytyy löydä näytä osta ostaa ostan ostaisin tilata tilaa saa saako saisi jokin joku jotain
      jotakin joitakin kiitos hei moi suosittele suosituksia hyvä hyvät hyvää paras parhaat parasta kiva kivat halpa
      halvat halpoja halvin edullinen edulliset edullisia netistä verkosta verkkokauppa hinta pari ja tai se ne että
      sopii sopiva sopivat sopivia pukea parhaiten parhain mieluiten hyvin`,
    audience: `
      naiset naisten naisille miehet miesten miehille lapset lasten lapsille tytöt tyttöjen tytöille pojat poikien
      pojille vauvat vauvan vauvoille aikuiset aikuisten aikuisille unisex`,
    aside: '-lle -lla -llä -ssa -ssä -seen -hin',
  },
  headFirst: false,
  agreeing: true,
  compounds: {
    links: 'n en s s>nen',
    endings: `
      ssa ssä sta stä lla llä lta ltä lle ksi tta ttä nen set sen sia siä jen ien ista istä issa issä illa illä ton tön`,
    lexicalised: `
      sukkahousu alushousu pikkuhousu uimahousu aamutakki aamutaki kylpytakki kylpytaki uimapuku uimapuvu yöpuku yöpuvu
      rintaliivi silmälasi aurinkolasi jääkaappi jääkaapi riippumatto riippumato mansikka`,
    dropsThirdLetter: false,
    shortestPart: /[aeiouyäö]{2}$/,
  },
  numberWords: {
    upToTwelve: 'yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista',
    forms: {
      kahdelle: 2,
      kahden: 2,
      kolmelle: 3,
      kolmen: 3,
      neljälle: 4,
      neljän: 4,
      viidelle: 5,
      viiden: 5,
      kuudelle: 6,
      kuuden: 6,
    },
  },
  units: { inch: 'tuuma tuumaa', m: 'metri metriä', g: 'grammaa', kg: 'kilo kiloa', l: 'litraa' },
  currencies: {
    everywhere: { EUR: 'euro euroa euron eurolla euroon eurot', '*': 'dollari' },
    here: { EUR: 'e', '*': 'kr kruunua' },
  },
  bounds: {
    below: 'alle, enintään, korkeintaan, maksimissaan, maks, halvempi kuin, maksimihinta, budjetti',
    above: 'yli, vähintään, alkaen, enemmän kuin, kalliimpi kuin',
    orLess: 'tai alle, tai vähemmän, tai halvempi, asti, saakka, maksimissaan, enintään',
    orMore: 'tai yli, tai enemmän, tai kalliimpi, alkaen, ja yli',
    between: 'välillä … ja, väliltä … ja',
    to: 'ja, asti',
    from: '',
    about: 'noin, n, suunnilleen',
    price: 'hinta, hintaan, hinnalla, hintaluokka, hintaluokassa',
    leads: 'maksaa, maksaisi, joka, on',
    otherScales: 'koko, koot, ikä, iältään, korkeus, leveys, pituus, syvyys, paino, spf, halkaisija',
    children: 'lapset lapsi lapsille lasten pojat pojille tytöt tytöille',
  },
  thesaurus: `
    lapset, kids; vauva, beebi; violetti, lila, liila; tummansininen, laivastonsininen; viininpunainen > burgundi;
    vaaleanpunainen, pinkki, roosa; kullanvärinen > kultainen, kulta; hopeanvärinen > hopeinen, hopea;
    kukallinen, kukkakuvioinen; raidallinen, raitakuvioinen, raidat; kuppi > muki; pöytälamppu, pöytävalaisin;
    lamppu, valaisin; tytär > tytöt, lapset; pilkullinen, pallokuvioinen; ruudullinen, ruutukuvioinen;
    monivärinen, kirjava; tekonahka, keinonahka; t-paita, teepaita; huppari, hupullinen collegepaita, hoodie;
    collegepaita, svetari; neulepaita, villapaita, neule; farkut, jeansit; verkkarit, verryttelyhousut;
    lenkkarit, lenkkitossut; juoksukengät > lenkkarit; tennarit, tennistossut, sneakerit; kumisaappaat, kumpparit; shortsit >> bermudat, bermudashortsit;
    ruokapöytä >> keittiönpöytä; työpöytä, kirjoituspöytä; reppu >> rinkka; vaellusreppu, rinkka; kattolamppu, kattovalaisin > riippuvalaisin;
    korkokengät, korkkarit; uimashortsit, uimahousut; kylpytakki, aamutakki; pyjama, yöpuku; pipo, myssy; hattu >> pipo, lippis;
    lippis, lippalakki; hanskat, käsineet; kaulaliina, kaulahuivi; reppu, selkäreppu; lompakko, kukkaro;
    aurinkolasit, arskat; silmälasit, rillit; rannekello > kello; televisio, telkkari, tv;
    kännykkä, matkapuhelin, puhelin; puhelin > älypuhelin; kannettava tietokone, läppäri; kuulokkeet, luurit;
    polkupyörä, fillari; rattaat, matkarattaat; hiustenkuivaaja, fööni; hajuvesi, parfyymi; aurinkorasva, aurinkovoide;
    shampoo, sampoo; viltti, torkkupeitto;
    kello >> rannekello, herätyskello; kengät >> lenkkarit, saappaat, sandaalit, tennarit; saappaat >> kumisaappaat, nilkkurit;
    tossut, tohvelit; lenkkarit >> juoksukengät; popot >> kengät; takki > parka, parkatakki, anorakki; takki >> sadetakki; tuulitakki, tuulipuku >> takki;
    sadetakki, kurahaalari >> sadevaatteet; housut >> farkut, shortsit, leggingsit; pöksyt >> housut; mekko, leninki;
    mekko >> iltapuku, kesämekko; paita >> kauluspaita, t-paita, pusero; villatakki, neuletakki; alusvaatteet >> rintaliivit, alushousut;
    alushousut, bokserit, kalsarit; rintaliivit, liivit; sukat >> villasukat; laukku >> käsilaukku, reppu, olkalaukku;
    kassi, kangaskassi; korut >> kaulakoru, sormus, korvakorut; nojatuoli >> tuoli; sohva >> vuodesohva; lipasto >> kaappi;
    peitto, täkki; matto >> räsymatto; taulu >> juliste; valaisin >> lattiavalaisin, pöytälamppu; kattila >> kasari;
    paistinpannu, pannu; ruokailuvälineet, aterimet >> haarukka, veitsi, lusikka; astiat >> lautaset, kupit, kulhot;
    kahvinkeitin >> kahvikone; kahvikone >> kahvinkeitin; imuri, pölynimuri; imuri >> robotti-imuri; tietokone >> kannettava tietokone;
    tabletti >> ipad; radio >> autoradio, keittiöradio; polkupyörä, pyörä; pyörä >> sähköpyörä; kypärä >> pyöräilykypärä;
    mehu >> omenamehu, appelsiinimehu; limu, limsa, virvoitusjuoma; kalja, bisse >> olut; karkki, namu, makeiset;
    keksit >> pikkuleivät; pulla, nisu; porkkana >> juurekset; jauheliha >> nauta; hammasharja >> sähköhammasharja;
    pehmolelu, nalle; lelut >> nukke, palikat; kuulokärkikynä, kynä; akkuporakone, porakone; taskulamppu, fikkari;
    kännykkä, matkapuhelin > älypuhelin; printteri, tulostin; ruohonleikkuri, nurmikkoleikkuri, nurmikonleikkuri; telkkari, töllö, töllötin >> televisio;
    sänky >> koiranpeti, pinnasänky; peti, koiranpeti, koiransänky; koiranruoka >> kuivaruoka, märkäruoka; talutin, talutushihna, remmi; panta, kaulapanta; raapimispuu, kiipeilypuu;
    kissanhiekka, kissanpissahiekka; akvaario, kala-allas; oksasakset, puutarhasakset; harava >> lehtiharava; ruukku, kukkaruukku, istutusruukku;
    multa, kukkamulta; lannoite, ravinne; kottikärryt, kärryt; aurinkovarjo, päivänvarjo; puutarhaletku, vesiletku; grilli, barbeque; grillihiilet, hiilet;
    laturi >> virtalähde; latausjohto, latauskaapeli; johto, kaapeli; muistitikku, usb-tikku; kovalevy, kiintolevy; näyttö, monitori; kamera >> järjestelmäkamera, digikamera;
    mustekasetti, värikasetti; näppäimistö, näppis; astianpesukone, tiskikone; pyykinpesukone, pyykkikone; mikro, mikroaaltouuni; liesi, hella; pakastin, pakastearkku;
    jääkaappi, jenkkikaappi; vedenkeitin >> kattila; lastenvaunut, vaunut; palapeli >> puupalapeli; lautapeli, seurapeli; nukke >> vauvanukke;
    pasta, makaroni; hillo, marmeladi; jogurtti, jugurtti; pähkinät > hasselpähkinät, mantelit, saksanpähkinät, maapähkinät, cashewpähkinät; peruna, pottu;
    kananmuna, muna; vessapaperi, wc-paperi, toalettipaperi; talouspaperi, keittiöpaperi; pyykinpesuaine, pesujauhe; paristo, patteri; akku >> varavirtalähde;
    hengen > persons, henkilö; henkilö > persons; tyyny, sohvatyyny >> tyynynpäällinen, koristetyyny; yölamppu, yöpöytälamppu > pöytävalaisin;
    collegepaita, svetari >> huppari, neule; vaatteet >> housut, paidat, takit, mekot, neuleet; uimavaatteet >> uimapuku, uimashortsit, bikinit;
    ruuvinväännin, akkuporakone; tikkaat, tikapuut; jatkojohto, jatkoroikka`,
};
