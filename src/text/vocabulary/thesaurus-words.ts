/**
 * The entries behind `thesaurus.ts`: groups separated by semicolons, their words by commas; `a > b, c` is one-way.
 * Inflections need no entry where stems agree.
 */
export const THESAURUS_WORDS: Record<string, string> = {
  en: `
    women, ladies, female; men, gents, gentlemen, male; kids, children; baby, infant; kids, children > boys, girls;
    grey, gray; navy, navy blue; violet, lilac > purple; burgundy, wine red; golden > gold; silvery > silver;
    multicoloured, multicolored; colour, color;
    striped, stripy; checked, checkered, chequered; plaid, tartan > checked; dotted, spotted, polka dot;
    floral, flowery, flowered; wood, wooden; wool, woollen, woolen; aluminium, aluminum;
    faux leather, vegan leather, imitation leather, artificial leather;
    t-shirt, tee, tee shirt; jumper, sweater, pullover; hoodie, hooded sweatshirt; pants, slacks > trousers;
    joggers, sweatpants, jogging bottoms, tracksuit bottoms; blazer, suit jacket; puffer jacket, padded jacket;
    raincoat, rain jacket, rain coat; swimsuit, bathing suit, swimming costume; denims > jeans;
    swim trunks, swim shorts; dressing gown, bathrobe; nightdress, nightgown, nightie;
    knickers, panties; bra, brassiere; tights, pantyhose; beanie, woolly hat; necktie > tie; pyjamas, pjs;
    trainers, sneakers, gym shoes; trainers, sneakers > sports shoes; wellington boots, wellies, rain boots, rubber boots;
    high heels, high-heeled shoes, heels; stilettos > high heels; maternity, pregnancy;
    rucksack, backpack, knapsack; purse > handbag; bum bag, fanny pack, belt bag, waist bag; holdall, duffel bag;
    luggage > suitcase; sunglasses, sunnies; glasses, eyeglasses, spectacles; wristwatch, wrist watch > watch;
    jewellery, jewelry; sofa, couch, settee; duvet cover, quilt cover; throw pillow > cushion; curtains, drapes;
    short > shorts; daughter > girls, kids; son > boys, kids; folding, foldable, collapsible;
    carpet > rug; bookshelf, bookcase; blanket > throw; cup > mug; desk lamp > table lamp; headlamp, head torch, headtorch;
    thermos, thermos flask, vacuum flask; cool box, cooler, cool bag, cooler bag; winter hat > beanie;
    tap, faucet; hob, cooktop; fridge, refrigerator; tv, television, telly; mobile phone, cell phone, cellphone;
    mobile phone, cell phone > smartphone; laptop, notebook computer; cordless, wireless; earphones, earbuds;
    pushchair, stroller, baby buggy; pram > pushchair; nappy, diaper; pacifier, soother; torch, flashlight;
    hairdryer, hair dryer, blow dryer; hoover > vacuum cleaner; rubbish bin, trash can, garbage can, waste bin;
    bicycle, bike; nail polish, nail varnish, nail lacquer; sunscreen, sun cream, suncream, sunblock;
    moisturiser, moisturizer; moisturising, moisturizing; perfume > fragrance, eau de parfum, eau de toilette`,
  sv: `
    dam, kvinna; herr, man; tjej > flicka, dam; kille > pojke, herr;
    barn, kids; bebis, baby, spädbarn; lila, violett; marinblå, marin, navy, mörkblå; vinröd > bordeaux, burgundy; rosa, pink;
    turkos, turkosblå; guldfärgad, gyllene > guld; silverfärgad > silver;
    flerfärgad, mångfärgad, multifärgad; blommig, blommönstrad; prickig, prickmönstrad; rutig, rutmönstrad;
    randig, randmönstrad; skinn, läder; konstläder, konstskinn, fuskskinn, läderimitation; ull, ylle; siden, silke;
    t-shirt, t-tröja, tee; tröja > jumper, pullover, sweatshirt; sweatshirt, collegetröja; strumpor, sockor;
    hoodie, huvtröja, luvtröja; kavaj > blazer; brallor > byxor; mjukisbyxor, joggingbyxor, sweatpants;
    trosor, damunderbyxor; kalsonger > boxershorts; bh, behå; mössa > beanie; keps, cap; halsduk > scarf;
    badbyxor, badshorts; baddräkt, simdräkt; morgonrock, badrock; nattlinne, nattskjorta; regnrock, regnkappa;
    regnrock, regnkappa > regnjacka; sneakers, gympaskor, gymnastikskor; löparskor, löpskor, joggingskor;
    gummistövlar, regnstövlar; högklackade skor, klackskor, högklackat; flip-flops, tåsandaler;
    gravidkläder, mammakläder; ryggsäck, backpack; handväska, damväska; midjeväska, magväska, bältesväska;
    resväska > kabinväska; glasögon, brillor; solglasögon, solbrillor, solisar; armbandsur, armbandsklocka;
    klocka > armbandsur, armbandsklocka; soffa > hörnsoffa; filt, pläd; dotter > flicka, barn; son > pojke, barn; randig, ränder; hopfällbar, ihopfällbar, vikbar; kopp > mugg; bokhylla > hylla; skrivbordslampa > bordslampa; vantar > handskar; termos, termosflaska;
    kylväska, kylbox; campingstol, tältstol; säng > kontinentalsäng;
    tv, teve, television; mobil, mobiltelefon, smartphone; mobilskal, telefonskal; laptop, bärbar dator;
    hörlurar, lurar; trådlös, sladdlös; kylskåp, kyl; frysskåp, frys; cykel, hoj; barnvagn > sittvagn;
    hårtork, hårfön, fön; schampo, shampoo; solkräm, solskyddskräm, solskydd; parfym > eau de parfum, eau de toilette;
    sopkorg, papperskorg`,
  de: `
    Damen, Frauen; Herren, Männer; Kinder, Kids; Jungs, Buben; Mädchen, Mädels; Kinder > Jungen, Mädchen;
    Baby, Säugling; lila, violett; marine, marineblau, navy, dunkelblau; weinrot, bordeauxrot > bordeaux; pink, pinkfarben;
    goldfarben > gold; silberfarben > silber; bunt, mehrfarbig, multicolor;
    geblümt, Blumenmuster, Blumenprint, floral; gepunktet, Punktemuster, Tupfen; kariert, Karomuster;
    gestreift, Streifenmuster, Streifen; Tochter > Mädchen, Kinder; Sohn > Jungen, Kinder; klappbar, faltbar; Kunstleder, Lederimitat, veganes Leder;
    T-Shirt, Tee; Pullover, Pulli, Sweater; Hoodie, Kapuzenpullover, Kapuzenpulli, Kapuzensweatshirt;
    Sakko, Jackett; Sakko > Blazer; Jogginghose, Sweatpants, Jogger; Jeans, Jeanshose; Unterhose > Slip, Boxershorts;
    BH, Büstenhalter; Badeanzug, Schwimmanzug; Badehose, Schwimmhose, Badeshorts; Bademantel, Morgenmantel;
    Schlafanzug, Pyjama; Mütze > Beanie; Cap, Kappe, Basecap, Baseballcap, Schirmmütze; Steppjacke, Pufferjacke;
    Regenmantel > Regenjacke; Sneaker, Turnschuhe; Laufschuhe, Joggingschuhe; Gummistiefel, Regenstiefel;
    High Heels, Stöckelschuhe; Flip-Flops, Zehentrenner; Hausschuhe > Pantoffeln; Umstandsmode, Schwangerschaftsmode;
    Rucksack, Backpack; Geldbörse, Geldbeutel, Portemonnaie, Brieftasche; Bauchtasche, Gürteltasche, Hüfttasche;
    Koffer > Reisekoffer, Trolley; Uhr > Armbanduhr; Sofa, Couch; Vorhang, Gardine; Wolldecke, Plaid; Tasse > Becher; Strümpfe, Socken; Kissenhülle, Kissenbezug; Bücherschrank > Bücherregal;
    Hängeleuchte, Hängelampe, Pendelleuchte; Thermosflasche, Thermoskanne, Isolierflasche; Wasserflasche > Trinkflasche;
    Trekkingstöcke, Wanderstöcke; Leuchte, Lampe;
    Bettwäsche > Bettbezug; Fernseher, Fernsehgerät, TV; Handy, Mobiltelefon, Smartphone; Handyhülle, Handycase;
    Laptop, Notebook; kabellos, drahtlos, wireless; Fahrrad, Velo, Bike; Kinderwagen > Buggy; Schnuller, Nuckel;
    Haartrockner, Föhn, Fön; Parfüm > Eau de Parfum, Eau de Toilette;
    Sonnencreme, Sonnenmilch, Sonnenschutzcreme; Mülleimer, Abfalleimer; Große Größen, Übergrößen, Plus Size`,
  da: `
    dame, kvinde; herre, mand; børn, kids; baby, spædbarn; lilla, violet; marineblå, navy, marine;
    vinrød > bordeaux; lyserød, rosa; guldfarvet > guld; sølvfarvet > sølv; flerfarvet, mangefarvet;
    blomstret, blomsterprint; kunstlæder, imiteret læder;
    t-shirt, tee; hættetrøje, hoodie; sweater > trøje, striktrøje; sneakers, kondisko, gummisko;
    gummistøvler, regnstøvler; højhælede sko, stiletter; joggingbukser, sweatpants; badedragt, svømmedragt;
    badeshorts, badebukser; morgenkåbe, badekåbe; trusser, underbukser; strømper, sokker; hue > beanie;
    kasket, cap; rygsæk, backpack; pung, tegnebog; bæltetaske, mavetaske; solbriller, sunglasses; armbåndsur > ur;
    tv, fjernsyn; mobil, mobiltelefon, smartphone; bærbar computer, laptop; køleskab, kølefryseskab;
    hårtørrer, føntørrer; barnevogn > klapvogn; trådløs, ledningsfri; solcreme, solbeskyttelse; sofa > hjørnesofa`,
  no: `
    dame, kvinne; herre, mann; barn, kids; baby, spedbarn; lilla, fiolett; marineblå, navy, marine;
    vinrød > burgunder; gullfarget > gull; sølvfarget > sølv; flerfarget, mangefarget; blomstrete, blomsterprint;
    kunstskinn, imitert skinn; skinn, lær;
    t-skjorte, t-shirt, tee; hettegenser, hoodie; genser > strikkegenser, sweatshirt; joggesko, sneakers;
    gummistøvler, regnstøvler; høyhælte sko, høye hæler; joggebukse, sweatpants; badedrakt, svømmedrakt;
    badeshorts, badebukse; morgenkåpe, badekåpe; truse, underbukse; strømper, sokker; lue > beanie; caps, skyggelue;
    ryggsekk, sekk, backpack;  magebelte, rumpetaske, midjeveske; solbriller, sunglasses;
    armbåndsur > klokke; tv, fjernsyn; mobil, mobiltelefon, smarttelefon; bærbar pc, laptop; hårføner, hårtørker;
    barnevogn, trille; barnevogn > sportsvogn; trådløs, ledningsfri; solkrem, solfaktor; regnjakke > regnfrakk`,
  fi: `
    lapset, kids; vauva, beebi; violetti, lila, liila; tummansininen, laivastonsininen; viininpunainen > burgundi;
    vaaleanpunainen, pinkki, roosa; kullanvärinen > kultainen, kulta; hopeanvärinen > hopeinen, hopea; kukallinen, kukkakuvioinen;
    raidallinen, raitakuvioinen, raidat; kuppi > muki; pöytälamppu, pöytävalaisin; lamppu, valaisin; tytär > tytöt, lapset; pilkullinen, pallokuvioinen; ruudullinen, ruutukuvioinen; monivärinen, kirjava;
    tekonahka, keinonahka; t-paita, teepaita; huppari, hupullinen collegepaita, hoodie; collegepaita, svetari;
    neulepaita, villapaita, neule; farkut, jeansit; verkkarit, verryttelyhousut;
    lenkkarit, lenkkitossut; juoksukengät > lenkkarit; tennarit, tennistossut, sneakerit; kumisaappaat, kumpparit;
    korkokengät, korkkarit; uimashortsit, uimahousut; kylpytakki, aamutakki; pyjama, yöpuku; pipo, myssy;
    lippis, lippalakki; hanskat, käsineet; kaulaliina, kaulahuivi; reppu, selkäreppu; lompakko, kukkaro;
    aurinkolasit, arskat; silmälasit, rillit; rannekello > kello; televisio, telkkari, tv;
    kännykkä, matkapuhelin, puhelin; puhelin > älypuhelin; kannettava tietokone, läppäri;
    kuulokkeet, luurit; polkupyörä, fillari; rattaat, matkarattaat; hiustenkuivaaja, fööni;
    hajuvesi, parfyymi; aurinkorasva, aurinkovoide; shampoo, sampoo; viltti, torkkupeitto`,
  nl: `
    dames, vrouwen; heren, mannen; kinderen, kids; kinderen > jongens, meisjes; baby, zuigeling; paars, lila, violet;
    marineblauw, navy; wijnrood, bordeauxrood > bordeaux; goudkleurig > goud;
    zilverkleurig > zilver; gebloemd, bloemenprint; gestreept, strepen; geruit, ruitjes; gestipt, stippen;
    kunstleer, imitatieleer, veganistisch leer; trui, sweater, pullover;
    hoodie, capuchontrui; joggingbroek, sweatpants; spijkerbroek, jeans; onderbroek > slip, boxershort; bh, beha;
    badpak, zwempak; zwembroek, zwemshort; badjas, kamerjas; pyjama, nachtkleding; muts > beanie; pet, cap;
    sneakers, gympen; regenlaarzen, rubberlaarzen; hoge hakken > pumps; teenslippers, flip-flops;
    rugzak, rugtas, backpack; portemonnee, portefeuille; heuptas, fanny pack; bank, sofa; tv, televisie, tv-toestel;
    mobiele telefoon, gsm, smartphone; telefoonhoesje, gsm-hoesje; laptop, notebook; draadloos, snoerloos;
    fiets, rijwiel; kinderwagen > buggy; speen, fopspeen; haardroger, föhn; parfum > eau de parfum, eau de toilette;
    zonnebrandcrème, zonnecrème; koelkast, ijskast; prullenbak, afvalbak, vuilnisbak`,
  fr: `
    femme, dame; enfant, kids; enfant > garçon, fille; bébé, nourrisson; violet, mauve; bleu marine, marine, navy;
    lie de vin > bordeaux; doré > or; multicolore, multicouleur; à fleurs, fleuri, imprimé floral;
    rayé, à rayures; à carreaux, carreaux; à pois, pois; simili cuir, similicuir, faux cuir, cuir synthétique;
    t-shirt, tee-shirt, tee; pull, pull-over, chandail; pull > sweat; sweat à capuche, hoodie, sweat capuche;
    veste > blazer; jogging, pantalon de jogging; baskets, sneakers; bottes de pluie, bottes en caoutchouc;
    chaussures à talons, talons hauts; tongs, flip-flops; maillot de bain > bikini; slip de bain, short de bain;
    peignoir, robe de chambre; soutien-gorge, soutif; casquette, cap; sac à dos, backpack;
    portefeuille, porte-monnaie; lunettes de soleil, solaires; montre > montre-bracelet;
    canapé, sofa; télévision, télé, téléviseur, tv; téléphone portable, smartphone; ordinateur portable, laptop;
    frigo, réfrigérateur; vélo, bicyclette; aspirateur > aspirateur balai; sèche-cheveux, séchoir à cheveux;
    sans fil, wireless; poussette, buggy; tétine > sucette; crème solaire, protection solaire; parfum > eau de parfum, eau de toilette; grossesse, maternité`,
  es: `
    mujer, señora, dama; hombre, caballero; niños, infantil; bebé, recién nacido; morado, violeta, lila;
    azul marino, marino, navy; burdeos, granate; dorado > oro;
    de flores, floral, floreado; de rayas, rayado, a rayas; de cuadros, a cuadros; de lunares, lunares;
    piel sintética, polipiel, cuero sintético; cuero > piel; camiseta, playera, t-shirt;
    jersey, suéter; sudadera con capucha, hoodie; chaqueta, americana > blazer; vaqueros, jeans, tejanos;
    pantalón de chándal, joggers; zapatillas, deportivas, sneakers; botas de agua, botas de lluvia;
    zapatos de tacón, tacones; chanclas, flip-flops; bañador, traje de baño; albornoz, bata de baño;
    sujetador, sostén, bra; bragas, panties; gorra, cap; mochila, backpack;
    cartera, billetera; gafas de sol, lentes de sol; gafas, anteojos;
    sofá, diván; televisor, televisión, tele, tv; móvil, teléfono móvil, celular, smartphone;
    ordenador portátil, laptop; auriculares, audífonos; inalámbrico, sin cables; frigorífico, nevera;
    bicicleta, bici; cochecito, carrito de bebé; chupete, chupón; secador de pelo, secador;
    crema solar, protector solar; perfume > eau de parfum, eau de toilette; premamá, maternidad, embarazada`,
  it: `
    donna, signora; bambini, kids; neonato, bebè; viola, lilla;
    blu navy, blu marino; bordò > bordeaux; dorato > oro;
    a fiori, floreale, fiorato; a righe, rigato; a quadri, quadretti; a pois, pois; ecopelle, similpelle, finta pelle;
    cuoio > pelle; t-shirt, maglietta; maglione, pullover; felpa con cappuccio, hoodie;
    giacca > blazer; pantaloni della tuta, joggers; sneakers, scarpe da ginnastica; stivali da pioggia, stivali di gomma;
    scarpe con tacco, tacchi alti; infradito, flip-flops; costume da bagno > bikini; accappatoio, vestaglia;
    reggiseno, bra; mutande, slip; calze, calzini; cappello > berretto; cappellino, cap; zaino, backpack;
    marsupio, borsa a cintura; orologio > orologio da polso; divano, sofà;
    tv, televisore, televisione; cellulare, telefono cellulare, smartphone; computer portatile, laptop;
    cuffie, auricolari; wireless, senza fili; frigorifero, frigo; bicicletta, bici; passeggino, buggy;
    ciuccio, succhietto; asciugacapelli, phon; crema solare, protezione solare; premaman, gravidanza;
    profumo > eau de parfum, eau de toilette; aspirapolvere > scopa elettrica`,
  pt: `
    mulher, senhora, feminino; homem, cavalheiro, masculino; crianças, infantil; roxo, violeta, lilás;
    azul marinho, azul-marinho, marinho, navy; bordô > bordeaux; dourado > ouro;
    castanho, marrom; cor-de-rosa, rosa; multicolor, colorido; florido, floral, às flores;
    às riscas, listrado, riscas; xadrez, aos quadrados; às bolinhas, bolinhas, poá;
    pele sintética, couro sintético, imitação de couro; couro > pele; t-shirt, camiseta, camisola de manga curta;
    hoodie, camisola com capuz, moletom com capuz; calças de ganga, jeans, calça jeans; ganga > jeans;
    sapatilhas, sneakers; sapatilhas, sneakers > ténis; galochas, botas de borracha; sapatos de salto alto, saltos altos;
    chinelos, havaianas, flip-flops; fato de banho, maiô; roupão, robe; sutiã, soutien; cuecas, calcinha;
    meias, peúgas; boné, cap; mochila, backpack; carteira, porta-moedas; óculos de sol, óculos escuros;
    sofá, canapé; tv, televisão, televisor; telemóvel, celular, smartphone; computador portátil, notebook;
    auscultadores, fones de ouvido; sem fios, sem fio, wireless; frigorífico, geladeira; bicicleta, bike;
    chupeta, chucha; secador de cabelo, secador; protetor solar, protector solar;
    perfume > eau de parfum, eau de toilette`,
  pl: `
    damski, kobieta; męski, mężczyzna; dziecięcy, dzieci, dla dzieci; niemowlę, niemowlęcy, bobas;
    dziewczęcy, dziewczynka; fioletowy, liliowy, lila; granatowy, navy;
    bordowy, burgundowy; wielokolorowy, wielobarwny, kolorowy;
    w kwiaty, kwiecisty, kwiatowy; w paski, prążkowany; w kratę, kraciasty; w kropki, w groszki;
    sztuczna skóra, ekoskóra, skóra ekologiczna; drewniany, z drewna, drewno; wełniany, z wełny, wełna;
    skórzany > ze skóry, skóra; bawełniany, z bawełny, bawełna; lniany, z lnu, len; jedwabny, z jedwabiu, jedwab;
    t-shirt, koszulka, tee; sweter, pulower; bluza z kapturem, hoodie; dresy, spodnie dresowe, joggery;
    dżinsy, jeansy; buty sportowe > sneakersy; kalosze, gumowce; szpilki, buty na obcasie;
    klapki > japonki; strój kąpielowy, kostium kąpielowy; kąpielówki, szorty kąpielowe; szlafrok, płaszcz kąpielowy;
    biustonosz, stanik; majtki, figi; czapka z daszkiem, bejsbolówka; plecak, backpack; portfel, portmonetka;
    nerka, saszetka na pas; okulary przeciwsłoneczne, okulary słoneczne; kanapa, sofa; telewizor, tv;
    telefon komórkowy, komórka, smartfon, smartphone; laptop, notebook; bezprzewodowy, wireless; lodówka, chłodziarka;
    rower, bicykl; wózek dziecięcy > spacerówka; suszarka do włosów, suszarka;
    perfumy > woda perfumowana, woda toaletowa; krem z filtrem, krem przeciwsłoneczny; ciążowy, dla kobiet w ciąży`,
};
