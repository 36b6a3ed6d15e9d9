/**
 * Words that the stemming rules get wrong in a shop: irregular plurals, and words whose stem would mean another thing
 * (`earring` is no `ear`, `shorts` are not `short`). Each entry is a stem and the words that have it.
 */

const TABLES: Record<string, string> = {
  en: `
    woman: women womens womans; man: men mens mans; child: children childrens childs; kid: kids; boy: boys; girl: girls;
    person: people peoples persons; foot: feet; tooth: teeth; goose: geese; mouse: mice; ox: oxen; sky: skies;
    knife: knives; wife: wives; life: lives; leaf: leaves; wolf: wolves; calf: calves; half: halves; shelf: shelves;
    scarf: scarves; loaf: loaves; thief: thieves; elf: elves; hoof: hooves; bra: bras; gas: gases;
    pyjama: pyjamas pajamas pajama; news:; shorts:; tights:; ski: skis; skiing:;
    earring: earrings; legging: leggings leggins; stocking: stockings; clothing:; wedding: weddings; bedding:;
    lighting:; flooring:; painting: paintings; coating: coatings; coated:; dressing: dressings; wing: wings;
    lining: linings; railing: railings; seating:; building: buildings; organic: organics; universal:;
    university: universities; universe: universes; anime:; business: businesses; evening: evenings; training: trainings; boxing:; bowling:; bearing: bearings; fishing:; sterling:;
    lens: lenses; canvas: canvases; bus: buses;
    iris: irises; atlas: atlases; cactus: cacti cactuses`,
  sv: `
    sko: skor skorna skon skons skornas; bok: böcker böckerna boken; man: män männen mannen mans; hand: händer; tunn: tunna tunt; vinter: vintern vintrar vintrarna; mönster: mönstret mönstren; finger: fingrar fingret;
    fot: fötter; tand: tänder; natt: nätter; röd: rött röda; blå: blått blåa; vit: vitt vita; grå: grått gråa;
    grön: grönt gröna; brun: brunt bruna; gul: gult gula; ny: nytt nya; bra:`,
  da: `
    sko: skoene skoen; barn: børn børnene børns; mand: mænd mændene mænds; bog: bøger bøgerne bogen; fod: fødder;
    hånd: hænder; tand: tænder; hue: huer huen; ur: uret ure urene; lagen: lagener lagenet; rød: rødt røde; blå: blåt; hvid: hvidt hvide; grå: gråt;
    grøn: grønt grønne; gul: gult gule; brun: brunt brune`,
  no: `
    sko: skoene skoen; barn: barna barnet; mann: menn mennene menns; bok: bøker bøkene boken; fot: føtter;
    hånd: hender; tann: tenner; klær: klærne; lue: luer luen lua; tykk: tykke tykt; sofa: sofaer sofaen; rød: rødt røde; blå: blått; hvit: hvitt hvite; grå: grått;
    grønn: grønt grønne; gul: gult gule; brun: brunt brune`,
  nl: 'laars: laarzen laarsje laarsjes; kind: kinderen; ei: eieren; huis: huizen; kaars: kaarsen; heer: heren; vaas: vazen; doos: dozen',
  de: `
    herr: herren herrn; kissen:; leder: leders; leinen:; wandern: wander wandert; leiter: leitern; läufer: läufern;
    schal: schals; schale: schalen; matt: matter mattes; matte: matten; bär: bären`,
  es: 'luz: luces; pez: peces; lápiz: lápices; jersey: jerséis jerseys',
  fr: `
    oeil: yeux; blanc: blanche blanches; bras:; bas:; sec: sèche sèches; frais: fraîche fraîches;
    bleu: bleue bleus bleues; long: longue longs longues; neuf: neuve neufs neuves; doux: douce douces;
    bijou: bijoux; tissu: tissus; genou: genoux; roux: rousse rousses; épais: épaisse épaisses; gros: grosse grosses`,
  it: 'uomo: uomini; dito: dita; uovo: uova; mano: mani; asciugamano: asciugamani',
  pt: 'chapéu: chapéus; pão: pães; mão: mãos; ténis: tênis; portátil: portáteis; têxtil: têxteis; fácil: fáceis',
  pl: 'dziecko: dzieci dziecka dziecku dzieckiem dzieciom; człowiek: ludzie; oko: oczy; ręka: ręce; but: buty butów butami butach',
  fi: `
    mies: miehet miesten miehen miehille miehiä miestä; lapsi: lapset lasten lapsen lapsille lapsia lasta;
    poika: pojat poikien pojan pojille poikia poikaa; vyö: vyöt vyön vyötä vöitä vöiden;
    musta: mustat mustan mustaa mustia mustien; uusi: uudet uuden uusia uusien uutta;
    lämmin: lämpimät lämpimän lämmintä lämpimiä; kirkas: kirkkaat kirkkaan kirkasta;
    takuu: takuut takuun takuuta; kevät: kevään kevättä keväällä; kevyt: kevyet kevyen kevyttä kevyitä;
    verho: verhot verhon verhoa verhoja verhojen`,
};

/** Irregular word → its stem, both folded. Takes a language subtag; Norwegian is `no`. */
export function irregularsOf(language: string, fold: (text: string) => string): Map<string, string> {
  const stems = new Map<string, string>();
  for (const entry of (TABLES[language] ?? '').split(';')) {
    const [stem, forms] = entry.split(':').map(side => fold(side.trim()));
    if (stem === '') continue;
    for (const word of [stem, ...forms.split(/\s+/)]) if (word !== '') stems.set(word, stem);
  }
  return stems;
}
