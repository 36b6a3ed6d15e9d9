/**
 * Words of shops with their forms, by locale: those of a line must share a stem, those of different lines must not.
 */
export const FAMILIES: Record<string, string> = {
  'en-GB': `
    woman women womens
    man men mens
    boy boys
    girl girls
    kid kids
    child children childrens
    baby babies
    lady ladies
    dress dresses
    shoe shoes
    watch watches
    tie ties
    knife knives
    scarf scarves scarfs
    foot feet
    accessory accessories
    hoody hoodie hoodies
    bra bras
    eye eyes
    run running
    ear ears
    earring earrings
    leg legs
    leggings legging
    short
    shorts
    trouser trousers
    jean jeans
    sock socks
    glass glasses
    sunglass sunglasses
    brush brushes
    box boxes
    battery batteries
    shelf shelves
    toy toys
    stripe striped stripes
    print printed prints
    quilt quilted
    hood hooded
    sleeve sleeves sleeved
    pocket pockets
    university universities
    universe
    bed beds
    bedding
    new
    news
    lens lenses
    canvas canvases
    dish dishes
    loafer loafers
    heel heels heeled
    mattress mattresses
    evening evenings
    even
    boxing
    bowl bowls
    bowling
    train trains
    training`,
  'sv-SE': `
    sko skor skorna skon
    löparsko löparskor
    väska väskor väskan väskorna
    klänning klänningar klänningen klänningarna
    jacka jackor jackan jackorna
    tröja tröjor tröjan tröjorna
    byxa byxor byxorna byxan
    stövel stövlar stövlarna stöveln
    bok böcker boken böckerna
    röd röda rött
    blå blått blåa
    svart svarta
    vit vita vitt
    grön gröna grönt
    gul gula gult
    grå gråa grått
    brun bruna brunt
    mörkblå mörkblått mörkblåa
    ljusgrå ljusgrått
    mörkröd mörkrött mörkröda
    ljusgrön ljusgröna ljusgrönt
    lång långa långt
    smycke smycken smycket smyckena
    täcke täcken täcket
    mönster mönstret
    vinter vintern
    kant kanter kanten
    skjorta skjortor skjortan skjortorna
    kjol kjolar kjolen kjolarna
    mössa mössor mössan mössorna
    vante vantar vanten vantarna
    halsduk halsdukar halsduken
    strumpa strumpor strumporna
    kavaj kavajer kavajen
    kappa kappor kappan
    kofta koftor koftan
    lampa lampor lampan lamporna
    stol stolar stolen stolarna
    bord bordet borden
    matta mattor mattan mattorna
    kudde kuddar kudden kuddarna
    gardin gardiner gardinen gardinerna
    soffa soffor soffan
    tält tältet tälten
    ryggsäck ryggsäckar ryggsäcken
    plånbok plånböcker plånboken
    klocka klockor klockan
    ring ringar ringen
    halsband halsbandet halsbanden
    örhänge örhängen örhänget
    randig randiga randigt
    rutig rutiga rutigt
    blommig blommiga blommigt
    vattentät vattentäta vattentätt
    stickad stickade stickat
    fodrad fodrade fodrat
    barn barnen barnet barns
    kvinna kvinnor kvinnan
    flicka flickor flickan flickorna
    pojke pojkar pojken
    nyckel nycklar nyckeln
    känga kängor kängorna
    sandal sandaler sandalen
    cykel cyklar cykeln
    flaska flaskor flaskan
    kastrull kastruller kastrullen
    handduk handdukar handduken
    lakan lakanet lakanen
    tunn tunna tunt
    linne linnen linnet
    spegel speglar spegeln`,
  'da-DK': `
    sko skoene skoen
    kjole kjoler kjolen kjolerne
    bukse bukser bukserne
    støvle støvler støvlerne støvlen
    barn børn børnene børns
    rød røde rødt
    blå blåt
    sort sorte
    lyseblå lyseblåt
    mørkerød mørkerøde mørkerødt
    hvid hvide hvidt
    grøn grønne grønt
    gul gule gult
    grå gråt
    brun brune brunt
    jakke jakker jakken jakkerne
    frakke frakker frakken
    skjorte skjorter skjorten
    trøje trøjer trøjen
    taske tasker tasken taskerne
    hue huer huen
    handske handsker handskerne
    tørklæde tørklæder tørklædet
    strømpe strømper strømperne
    nederdel nederdele nederdelen
    bluse bluser blusen
    lampe lamper lampen
    stol stole stolen stolene
    bord borde bordet bordene
    tæppe tæpper tæppet
    pude puder puden
    gardin gardiner gardinerne
    sofa sofaer sofaen
    rygsæk rygsække rygsækken
    ur uret ure
    ring ringe ringen ringene
    ørering øreringe øreringene
    stribet stribede
    ternet ternede
    blomstret blomstrede
    strikket strikkede
    vandtæt vandtætte
    mand mænd mænds
    kvinde kvinder kvindens
    dreng drenge drengene
    pige piger pigerne
    sandal sandaler sandalerne
    cykel cykler cyklen
    flaske flasker flasken
    nøgle nøgler nøglen
    kop kopper koppen
    varm varme varmt
    lang lange langt
    dyne dyner dynen`,
  'nb-NO': `
    sko skoene skoen
    kjole kjoler kjolen kjolene
    bukse bukser buksen buksene
    støvel støvler støvlene støvelen
    mann menn mennene
    rød røde rødt
    blå blått blåe
    svart svarte
    lyseblå lyseblått lyseblåe
    mørkegrønn mørkegrønne mørkegrønt
    strikkegenser strikkegensere strikkegenseren
    hvit hvite hvitt
    grønn grønne grønt
    gul gule gult
    grå grått
    brun brune brunt
    jakke jakker jakken jakkene jakka
    frakk frakker frakken
    skjorte skjorter skjorten skjorta
    genser gensere genseren genserne
    veske vesker vesken veska
    lue luer luen lua
    hanske hansker hanskene
    skjerf skjerfet skjerfene
    strømpe strømper strømpene
    skjørt skjørtet skjørtene
    bluse bluser blusen
    lampe lamper lampen lampene
    stol stoler stolen stolene
    bord bordet bordene
    teppe tepper teppet
    pute puter puten
    gardin gardiner gardinene
    sofa sofaer sofaen
    ryggsekk ryggsekker ryggsekken
    klokke klokker klokken klokka
    ring ringer ringen
    smykke smykker smykket
    stripete
    rutete
    strikket strikkede
    vanntett vanntette
    kvinne kvinner kvinnen
    gutt gutter gutten guttene
    jente jenter jenten jentene
    barn barna barnet
    sandal sandaler sandalene
    sykkel sykler sykkelen
    flaske flasker flasken flaska
    nøkkel nøkler nøkkelen
    varm varme varmt
    tykk tykke tykt
    dyne dyner dynen
    kopp kopper koppen
    bok bøker boken boka`,
  'fi-FI': `
    hammastahna hammastahnaa hammastahnat hammastahnoja
    puutarhapöytä puutarhapöytää puutarhapöydät puutarhapöytiä
    viinilasi viinilasia viinilasit viinilaseja
    ruisleipä ruisleipää ruisleivät ruisleipiä
    proteiini proteiinia proteiinin proteiineja
    akkulaturi akkulaturia akkulaturin akkulatureita
    keittiötuoli keittiötuolia keittiötuolin keittiötuoleja
    kukkasiemen kukkasiementä kukkasiemenet kukkasiemeniä
    turvaistuin turvaistuinta turvaistuimet turvaistuimia
    akku akkua akut akkuja
    olut oluet oluita olutta oluen
    vehnäolut vehnäoluet vehnäoluita
    veitsi veitset veitsiä veitsen
    keittiöveitsi keittiöveitset keittiöveitsiä
    ohut ohuet ohuita
    tee teetä
    valaisin valaisimet valaisimia valaisimen
    puhelin puhelimet puhelimia
    tulostin tulostimet tulostimia
    suodatin suodattimet suodattimia
    puhallin puhaltimet puhaltimia
    pölynimuri pölynimurit pölynimureita
    rengas renkaat renkaita
    kirves kirveet kirveitä
    peruna perunat perunoita
    omena omenat omenoita
    käsi kädet käsiä
    vesi vettä
    kenkä kengät kenkien kengän kenkiä kengissä
    takuu takuut takuun
    kevät keväällä
    kevyt kevyet
    takki takit takin takkia takkeja takkien
    paita paidat paidan paitaa paitoja paitojen
    sukka sukat sukan sukkia sukkien
    mekko mekot mekon mekkoja mekkoa
    nainen naiset naisten naisen naisille naista
    mies miehet miesten miehen miehille
    lapsi lapset lasten lapsen lapsille
    poika pojat poikien pojan pojille
    tyttö tytöt tyttöjen tytön tytöille
    punainen punaiset punaisen punaista punaisia
    sininen siniset sinisen sinistä sinisiä
    musta mustat mustan mustaa mustia
    valkoinen valkoiset valkoisen valkoista valkoisia
    vihreä vihreät vihreän vihreää vihreitä
    keltainen keltaiset keltaisen
    harmaa harmaat harmaan harmaata harmaita
    ruskea ruskeat ruskean ruskeaa
    saapas saappaat saappaan saappaita saappaiden
    housut housuja housujen
    villasukka villasukat
    hame hameet hameen hameita
    pusero puserot puseron puseroita
    pipo pipot pipon pipoja
    käsine käsineet käsineiden käsineitä
    laukku laukut laukun laukkuja
    reppu reput repun reppuja
    lompakko lompakot lompakon
    vyö vyöt vyön vöitä
    huivi huivit huivin huiveja
    matto matot maton mattoja
    tyyny tyynyt tyynyn tyynyjä
    verho verhot verhon verhoja
    lamppu lamput lampun lamppuja
    tuoli tuolit tuolin tuoleja
    pöytä pöydät pöydän pöytiä
    sohva sohvat sohvan sohvia
    kello kellot kellon kelloja
    sormus sormukset sormuksen sormuksia
    koru korut korun koruja
    uusi uudet uuden uusia
    teltta teltat teltan telttoja
    lasi lasit lasin laseja
    pyyhe pyyhkeet pyyhkeen pyyhkeitä
    farkut farkkuja farkkujen
    kumisaapas kumisaappaat kumisaappaita
    juoksukenkä juoksukengät juoksukenkien
    talvitakki talvitakit talvitakin
    nahka nahkaa
    villa villaa
    villainen villaiset villaista
    puuvilla puuvillaa
    vedenpitävä vedenpitävät vedenpitävää vedenpitävän
    pyörä pyörät pyörän pyöriä
    lämmin lämpimät lämpimän
    kirkas kirkkaat`,
  'de-DE': `
    gartentisch gartentische gartentischen gartentischs
    schuh schuhe schuhen schuhs
    kleid kleider kleidern kleides
    mantel mäntel maentel mänteln mantels
    größe grössen groesse größen
    hose hosen
    buch bücher büchern
    stiefel stiefeln stiefels
    neu neue neuer neues neuen neuem
    rot rote roter rotes rotem roten
    blau blaue blauer blaues blauen
    schwarz schwarze schwarzer schwarzes schwarzen
    weiß weiße weißer weißes weissen
    grün grüne grüner grünes
    gelb gelbe gelber gelbes
    grau graue grauer graues
    braun braune brauner
    dunkelblau dunkelblaue dunkelblauer
    dunkel dunkle dunkler dunkles
    jacke jacken
    hemd hemden hemdes
    bluse blusen
    rock röcke röcken rocks
    tasche taschen
    mütze mützen
    hut hüte hüten
    handschuh handschuhe handschuhen
    socke socken
    strumpf strümpfe strümpfen
    gürtel gürteln gürtels
    uhr uhren
    ring ringe ringen
    kette ketten
    lampe lampen
    stuhl stühle stühlen
    tisch tische tischen tisches
    teppich teppiche teppichen
    kissen
    vorhang vorhänge vorhängen
    schrank schränke schränken
    bett betten bettes
    rucksack rucksäcke rucksäcken
    koffer koffern koffers
    mann männer männern
    frau frauen
    kind kinder kindern kindes
    junge jungen jungs
    mädchen mädchens
    dame damen
    herr herren herrn
    gestreift gestreifte gestreifter gestreiftes
    kariert karierte kariertes karierten
    wasserdicht wasserdichte wasserdichter
    pullover pullovern pullovers
    topf töpfe töpfen
    glas gläser gläsern
    haus häuser häusern
    preis preise preisen
    sofa sofas
    handy handys
    top tops
    leder leders
    led
    wand wände wänden
    wandern
    schal schals
    schale schalen
    matt mattes
    matte matten
    brillenglas brillengläser
    fahrrad fahrräder fahrrädern`,
  'nl-NL': `
    schoen schoenen
    jurk jurken jurkje jurkjes
    jas jassen
    muts mutsen mutsje
    laars laarzen laarsje laarsjes
    meisje meisjes
    jongen jongens
    dame dames
    heer heren
    man mannen
    vrouw vrouwen
    kind kinderen
    rood rode
    blauw blauwe
    zwart zwarte
    wit witte
    groen groene
    geel gele
    grijs grijze
    bruin bruine
    broek broeken broekje
    rok rokken rokje
    trui truien
    vest vesten
    overhemd overhemden
    tas tassen tasje
    sok sokken
    sjaal sjaals
    handschoen handschoenen
    riem riemen
    horloge horloges
    ring ringen
    ketting kettingen
    oorbel oorbellen
    lamp lampen lampje
    stoel stoelen
    tafel tafels tafeltje
    kleed kleden
    kussen kussens
    gordijn gordijnen
    bank banken
    kast kasten kastje
    bed bedden
    rugzak rugzakken
    koffer koffers
    boek boeken
    gestreept gestreepte
    geruit geruite
    waterdicht waterdichte
    groot grote
    klein kleine
    lang lange
    glas glazen
    pan pannen
    huis huizen
    fles flessen flesje
    hoes hoezen hoesje
    donkerblauw donkerblauwe`,
  'fr-FR': `
    robe robes
    chaussure chaussures
    cheval chevaux
    blanc blanche blanches blancs
    imprimé imprimée imprimées imprimés
    noir noire noires noirs
    vert verte vertes verts
    bleu bleue bleues bleus
    gris grise grises
    rouge rouges
    jaune jaunes
    violet violette violettes violets
    brun brune brunes
    long longue longues longs
    court courte courtes
    femme femmes
    homme hommes
    garçon garçons
    fille filles
    enfant enfants
    bébé bébés
    manteau manteaux
    chapeau chapeaux
    bijou bijoux
    pantalon pantalons
    chemise chemises
    chemisier chemisiers
    jupe jupes
    veste vestes
    bonnet bonnets
    botte bottes
    bottine bottines
    basket baskets
    sac sacs
    ceinture ceintures
    écharpe écharpes
    gant gants
    chaussette chaussettes
    montre montres
    bague bagues
    collier colliers
    lampe lampes
    chaise chaises
    table tables
    tapis
    rideau rideaux
    coussin coussins
    canapé canapés
    lit lits
    verre verres
    doré dorée dorés dorées
    rayé rayée rayés rayées
    imperméable imperméables
    neuf neuve neuves
    sportif sportive sportifs sportives
    tissu tissus
    doux douce douces
    journal journaux`,
  'es-ES': `
    zapato zapatos
    mujer mujeres
    hombre hombres
    niño niños niña niñas
    pantalón pantalones
    reloj relojes
    luz luces
    azul azules
    rojo roja rojos rojas
    negro negra negros negras
    blanco blanca blancos blancas
    verde verdes
    amarillo amarilla amarillos amarillas
    gris grises
    marrón marrones
    camisa camisas
    camiseta camisetas
    falda faldas
    vestido vestidos
    chaqueta chaquetas
    abrigo abrigos
    jersey jerséis
    calcetín calcetines
    bota botas
    botín botines
    zapatilla zapatillas
    bolso bolsos
    cinturón cinturones
    bufanda bufandas
    guante guantes
    gorro gorros
    anillo anillos
    collar collares
    pendiente pendientes
    lámpara lámparas
    silla sillas
    mesa mesas
    alfombra alfombras
    cojín cojines
    cortina cortinas
    sofá sofás
    sartén sartenes
    pez peces
    nuevo nueva nuevos nuevas
    largo larga largos largas
    estampado estampada estampados
    impermeable impermeables
    sillón sillones
    sujetador sujetadores
    bebé bebés`,
  'it-IT': `
    scarpa scarpe
    uomo uomini
    donna donne
    bambino bambini bambina bambine
    giacca giacche
    nero nera neri nere
    rosso rossa rossi rosse
    bianco bianca bianchi bianche
    verde verdi
    giallo gialla gialli gialle
    azzurro azzurra azzurri
    grigio grigia grigi grigie
    marrone marroni
    lungo lunga lunghi lunghe
    orologio orologi
    camicia camicie
    maglia maglie
    maglietta magliette
    maglione maglioni
    gonna gonne
    vestito vestiti
    abito abiti
    pantalone pantaloni
    stivale stivali
    sandalo sandali
    borsa borse
    zaino zaini
    cintura cinture
    sciarpa sciarpe
    guanto guanti
    cappello cappelli
    cappotto cappotti
    anello anelli
    collana collane
    orecchino orecchini
    calza calze
    calzino calzini
    lampada lampade
    sedia sedie
    tavolo tavoli
    tappeto tappeti
    cuscino cuscini
    tenda tende
    divano divani
    bicchiere bicchieri
    tazza tazze
    nuovo nuova nuovi nuove
    impermeabile impermeabili
    elegante eleganti
    occhiale occhiali
    tasca tasche`,
  'pt-PT': `
    sapato sapatos
    mulher mulheres
    homem homens
    menino meninos menina meninas
    criança crianças
    calça calças
    calção calções
    azul azuis
    vermelho vermelha vermelhos vermelhas
    preto preta pretos pretas
    branco branca brancos brancas
    verde verdes
    amarelo amarela amarelos
    cinzento cinzenta cinzentos
    marrom marrons
    castanho castanha castanhos
    camisa camisas
    camisola camisolas
    vestido vestidos
    saia saias
    casaco casacos
    blusa blusas
    bota botas
    bolsa bolsas
    mochila mochilas
    cinto cintos
    lenço lenços
    luva luvas
    chapéu chapéus
    relógio relógios
    anel anéis
    brinco brincos
    colar colares
    meia meias
    lâmpada lâmpadas
    cadeira cadeiras
    mesa mesas
    tapete tapetes
    almofada almofadas
    cortina cortinas
    sofá sofás
    avental aventais
    lençol lençóis
    botão botões
    novo nova novos novas
    confortável confortáveis
    impermeável impermeáveis
    toalha toalhas
    pulôver pulôveres
    par pares`,
  'pl-PL': `
    sukienka sukienki sukienek sukienkę sukienką
    but buty butów butami
    kurtka kurtki kurtek kurtkę
    koszula koszule koszul koszulę
    koszulka koszulki koszulek
    bluza bluzy bluz
    bluzka bluzki bluzek
    spódnica spódnice spódnic
    spodnie spodni
    płaszcz płaszcze płaszczy płaszcza
    sweter swetry swetrów swetra
    czapka czapki czapek
    szalik szaliki szalików
    rękawiczka rękawiczki rękawiczek
    skarpetka skarpetki skarpetek
    torebka torebki torebek
    torba torby toreb
    plecak plecaki plecaków
    pasek paski pasków
    zegarek zegarki zegarków
    pierścionek pierścionki pierścionków
    naszyjnik naszyjniki naszyjników
    kolczyk kolczyki kolczyków
    czarny czarna czarne czarnego czarnych czarnej
    czerwony czerwona czerwone czerwonych
    biały biała białe białych
    niebieski niebieska niebieskie niebieskich niebieskiego
    zielony zielona zielone zielonych
    żółty żółta żółte
    szary szara szare
    brązowy brązowa brązowe
    różowy różowa różowe
    damski damska damskie damskich
    męski męska męskie męskich
    dziecięcy dziecięca dziecięce dziecięcych
    kobieta kobiety kobiet
    mężczyzna mężczyźni mężczyzn
    dziecko dzieci dziecka
    chłopiec chłopcy chłopca chłopców
    lampa lampy lamp
    krzesło krzesła krzeseł
    stół stoły stołu stołów
    dywan dywany dywanów
    poduszka poduszki poduszek
    zasłona zasłony zasłon
    kanapa kanapy kanap
    łóżko łóżka łóżek
    nowy nowa nowe nowych
    długi długa długie
    skórzany skórzana skórzane
    wodoodporny wodoodporna wodoodporne
    sandał sandały sandałów
    kozak kozaki kozaków
    szklanka szklanki szklanek
    kubek kubki kubków`,
};
