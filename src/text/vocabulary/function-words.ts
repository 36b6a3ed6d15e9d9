/**
 * The lists behind `query-words.ts`, as they are written. A word stands here only when it means that in nearly every
 * search; words that name products, brands or attributes somewhere stay out, however often they are asked with.
 */
export interface FunctionWords {
  certain: string;
  possible: string;
  introducers: string;
  headFirst: boolean;
  sizeWords: string;
  fillers: string;
}

const norwegian: FunctionWords = {
  certain: 'uten utan unntatt',
  possible: 'ikke ikkje ingen inga intet ej',
  introducers: 'til for med uten utan i fra frå av som på mot hos laget fra',
  headFirst: false,
  sizeWords: 'størrelse størrelser str storleik',
  fillers: `
    hva hvilken hvilket hvilke hvor hvordan hvem jeg eg meg vi oss du deg dere kan kunne skal vil ville ønsker ønske
    trenger leter lete etter ser se finn finne finner vis vise kjøpe kjøp kjøper handle få har ha noe noen gjerne takk
    vennligst anbefal anbefale god godt gode beste best billig billige billigste rimelig rimelige online nettbutikk
    pris er det en ei et den de og eller som å passer`,
};

export const FUNCTION_WORDS: Record<string, FunctionWords> = {
  en: {
    certain: 'without excluding except',
    possible: 'not no non never',
    introducers: 'for with without in of from by that which who featuring containing',
    headFirst: false,
    sizeWords: 'size sizes sz sized',
    fillers: `
      what whats which how where when why is are was be am do does did could should would i im ive id me my
      mine we our you your need needs needed want wants wanted wish like looking look search searching find finding
      show see get getting give buy buying shop shopping purchase order ordering have has please thanks some
      something anything any somewhere someone somebody good great best nice recommend recommended recommendation
      recommendations suggest suggestion suggestions suitable appropriate cheap cheapest affordable inexpensive online
      webshop pair pairs kind kinds type types there it its this that these those them they a an the and or of to at`,
  },
  sv: {
    certain: 'utan förutom',
    possible: 'inte ej icke ingen inget inga',
    introducers: 'för till med utan i från av som på mot hos åt',
    headFirst: false,
    sizeWords: 'storlek storlekar storleken strl stl str',
    fillers: `
      vad vilken vilket vilka hur var vem när varför jag mig vi oss du dig ni er kan kunna ska skall skulle vill ville
      önskar behöver behövs söker söka letar leta efter hitta hittar finns finnas visa visar se köpa köper köp handla
      beställa få får har ha något någon några nån nåt gärna tack snälla hej tips tipsa rekommendera rekommenderar
      bra bäst bästa fin fint fina billig billigt billiga billigaste prisvärd prisvärda prisvärt online nätet webbshop
      pris par sorts är det en ett den de och eller att som passar passande lämplig lämpliga `,
  },
  da: {
    certain: 'uden undtagen',
    possible: 'ikke ingen intet ej',
    introducers: 'til for med uden i fra af som på mod hos',
    headFirst: false,
    sizeWords: 'størrelse størrelser størrelsen str',
    fillers: `
      hvad hvilken hvilket hvilke hvor hvordan hvem hvornår jeg mig vi os du dig i kan kunne skal vil ville ønsker ønske
      mangler søger søge leder lede efter find finde finder vis vise se købe køb køber handle bestille få har have noget
      nogen nogle gerne tak venligst hej anbefal anbefale anbefaler god godt gode bedste bedst pæn pænt pæne billig
      billigt billige billigste online netbutik nettet pris par slags er det en et den de og eller at som passer egnet`,
  },
  nb: norwegian,
  nn: norwegian,
  no: norwegian,
  fi: {
    certain: 'ilman paitsi vailla',
    possible: 'ei eivät en älä',
    introducers: 'ilman joka jotka jossa joissa jolla joilla johon jonka joiden',
    headFirst: false,
    sizeWords: 'koko koot koossa kokoa kokoinen kokoisen koon kokoluokka',
    fillers: `
      mikä mitä mitkä millainen millaiset kuka missä mistä miten kuinka milloin minä mä minulle mulle minun me meille
      sinä te teillä onko on ovat voiko voisin haluan haluaisin halutaan tarvitsen tarvitaan tarvitsisin etsin
      etsitään etsi hae löytyykö löytyy löydä näytä osta ostaa ostan ostaisin tilata tilaa saa saako saisi jokin joku
      jotain jotakin joitakin kiitos hei moi suosittele suosituksia hyvä hyvät hyvää paras parhaat parasta kiva kivat
      halpa halvat halpoja halvin edullinen edulliset edullisia netistä verkosta verkkokauppa hinta pari ja tai se ne
      että sopii sopiva sopivat sopivia`,
  },
  de: {
    certain: 'ohne außer ausgenommen',
    possible: 'nicht kein keine keinen keiner keinem keines',
    introducers: 'für mit ohne aus von vom zum zur zu in im bei gegen nach auf',
    headFirst: false,
    sizeWords: 'größe größen groesse groessen gr',
    fillers: `
      was welche welcher welches welchen welchem wie wo woher wer wann warum ich mir mich wir uns du dir dich sie
      kann kannst können könnt könnte soll sollte will möchte möchten wollen hätte hätten brauche brauchen benötige
      suche suchen sucht gesucht finde finden zeige zeig zeigen sehen kaufen kaufe kauf bestellen bestelle bekommen
      bekomme gibt geben habe haben etwas irgendwas ein eine einen einem einer eines bitte danke hallo gerne
      empfehlen empfehlung empfiehl gut gute guter gutes guten beste bester bestes besten schön schöne schöner schönes
      schönen billig billige billiger billiges billigen günstig günstige günstiger günstiges günstigen preiswert
      preiswerte preiswerter preiswertes online onlineshop preis paar ist sind es der die das den dem des und oder
      passend passende passender passendes passenden geeignet geeignete `,
  },
  nl: {
    certain: 'zonder behalve',
    possible: 'niet geen',
    introducers: 'voor met zonder van in uit op bij tegen die dat',
    headFirst: false,
    sizeWords: 'maat maten mt',
    fillers: `
      wat welke welk hoe waar wie wanneer waarom ik mij me we wij ons je jij jou u kunnen kun zou zal wil wilt willen
      graag nodig heb hebben heeft zoek zoeken zoekt gezocht op naar vind vinden toon tonen laat zien kijken koop kopen
      koopt bestellen bestel krijgen iets wat een alsjeblieft aub bedankt dank hallo aanbevelen aanbevolen aanrader
      goed goede beste mooi mooie goedkoop goedkope goedkoopste voordelig voordelige betaalbaar betaalbare online
      webshop webwinkel prijs paar soort is zijn er het de een en of te geschikt geschikte passend passende`,
  },
  fr: {
    certain: 'sans sauf hormis excepté',
    possible: 'pas non ni aucun aucune',
    introducers: 'pour en de du des avec sans à au aux dans sur par chez contre qui',
    headFirst: true,
    sizeWords: 'taille tailles pointure pointures',
    fillers: `
      que quoi quel quelle quels quelles comment où qui quand pourquoi est ce qu je j me moi nous on tu te vous peux peut
      pouvez pourrais pourrait veux veut voulez voudrais voudrait aimerais souhaite besoin ai a avez avoir cherche
      chercher cherchons recherche rechercher trouver trouve trouvez montrer montrez voir acheter achète achat
      commander quelque chose quelques un une des le la les et ou il y svp plaît merci bonjour salut conseil conseiller
      recommander recommandez bon bonne bons bonnes meilleur meilleure meilleurs meilleures joli jolie jolis jolies
      beau belle beaux belles pas cher chère chers chères bon marché prix paire sont adapté adaptée adaptés`,
  },
  es: {
    certain: 'sin excepto salvo',
    possible: 'no ni ningún ninguno ninguna',
    introducers: 'para de del con sin en a al por contra que',
    headFirst: true,
    sizeWords: 'talla tallas talle talles número',
    fillers: `
      qué que cuál cuáles cómo dónde quién cuándo yo me mi nos tú usted ustedes puedo puede pueden podría quiero
      quiere quisiera querría deseo necesito necesita necesitamos busco buscar buscando busca encontrar encuentro
      enséñame muéstrame mostrar ver comprar compro compra pedir tener tengo tiene tienen hay algo alguno alguna algún
      algunos algunas favor gracias hola recomendar recomendado recomendada recomiendas bueno buena buenos buenas buen
      mejor mejores bonito bonita bonitos bonitas barato barata baratos baratas económico económica económicos
      económicas online precio par tipo es son está un una unos unas el la los las y o adecuado adecuada`,
  },
  it: {
    certain: 'senza tranne eccetto escluso',
    possible: 'non no nessun nessuno nessuna',
    introducers: `
      per di del dello della dei degli delle da dal dalla con senza in a al alla ai alle su sul sulla contro che`,
    headFirst: true,
    sizeWords: 'taglia taglie misura misure tg numero',
    fillers: `
      che cosa quale quali come dove chi quando perché io mi me noi ci tu ti voi vi posso può possiamo potrei vorrei
      voglio vogliamo desidero ho bisogno avere avete cerco cercare cerca cercando trovare trovo mostrami mostra vedere
      comprare compro acquistare acquisto ordinare qualcosa qualche qualcuno favore grazie ciao salve consigliare
      consigliato consigli consiglio buono buona buoni buone buon migliore migliori bello bella belli belle bel
      economico economica economici economiche online prezzo paio tipo è sono c un una uno il lo la i gli le e o
      adatto adatta adatti adatte`,
  },
  pt: {
    certain: 'sem exceto excepto',
    possible: 'não nem nenhum nenhuma',
    introducers: 'para de do da dos das com sem em no na nos nas a ao por pelo pela contra que',
    headFirst: true,
    sizeWords: 'tamanho tamanhos tam número numeração',
    fillers: `
      que qual quais como onde quem quando porquê porque eu me mim nós tu te você vocês posso pode podem poderia quero
      quer queria gostaria desejo preciso precisa precisamos procuro procurar procurando busco buscar encontrar encontro
      mostrar mostra mostre ver comprar compro compra encomendar ter tenho tem têm há algo algum alguma alguns algumas
      favor obrigado obrigada olá oi recomendar recomendado recomenda bom boa bons boas melhor melhores bonito bonita
      bonitos bonitas barato barata baratos baratas econômico econômica económico económica online preço par tipo é são
      está um uma uns umas o os as e ou adequado adequada`,
  },
  pl: {
    certain: 'bez oprócz prócz',
    possible: 'nie żaden żadna żadne żadnych',
    introducers: 'dla z ze bez do na w we od o pod przeciw przed który która które',
    headFirst: true,
    sizeWords: 'rozmiar rozmiary rozmiarze rozmiaru rozmiarów rozm',
    fillers: `
      co jaki jaka jakie jakich jak gdzie kto kiedy dlaczego czy ja mi mnie my nam ty ci wy mogę może można mógłbym
      mogłabym chcę chce chciałbym chciałabym chcemy potrzebuję potrzebujemy potrzebny potrzebna potrzebne szukam szukać
      szukamy poszukuję znaleźć znajdź znajdę pokaż pokazać zobaczyć kupić kupię kupno zamówić mieć mam ma macie jest są
      coś jakiś jakaś jakieś proszę dzięki dziękuję cześć polecić polecacie polecane polecany dobry dobra dobre dobrych
      najlepszy najlepsza najlepsze najlepszych ładny ładna ładne ładnych tani tania tanie tanich tanio niedrogi niedroga
      niedrogie online internetowy sklep cena cenie para rodzaj to i lub oraz albo się odpowiedni odpowiednia
      odpowiednie`,
  },
};

/** Behind what something is made without: leather-free, lederfrei, läderfri. */
export const FREE_OF: Record<string, string> = {
  en: 'free',
  sv: 'fri fritt fria',
  da: 'fri frit frie',
  no: 'fri fritt frie',
  de: 'frei freie freier freies freien freiem',
  nl: 'vrij vrije',
};

/** What is cheaper than it was. */
export const ON_SALE: Record<string, string> = {
  en: 'sale clearance discounted reduced',
  sv: 'rea reapris rabatterad rabatterade',
  da: 'tilbud udsalg nedsat',
  no: 'tilbud salg nedsatt',
  fi: 'ale alennus alennettu alennetut',
  de: 'sale angebot angebote reduziert reduzierte ausverkauf rabatt',
  nl: 'sale korting aanbieding aanbiedingen uitverkoop afgeprijsd',
  fr: 'soldes promo promotion promotions',
  es: 'rebajas rebajado oferta ofertas descuento',
  it: 'saldi offerta offerte sconto scontato',
  pt: 'saldos promoção desconto',
  pl: 'wyprzedaż promocja przecena',
};
