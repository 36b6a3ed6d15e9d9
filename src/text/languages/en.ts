/** English; the members are explained in `language.ts`. */
import { englishStem } from '../stem/english.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';

export const english: Language = {
  codes: ['en'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: ',',
    spacedThousands: false,
    contraction: /^[a-z]+'(?:t|re|ve|ll|d|m)$/,
  },
  stem: englishStem,
  irregularStems: `
    woman: women womens womans; man: men mens mans; child: children childrens childs; kid: kids; boy: boys;
    girl: girls; person: people peoples persons; foot: feet; tooth: teeth; goose: geese; mouse: mice; ox: oxen;
    sky: skies; knife: knives; wife: wives; life: lives; leaf: leaves; wolf: wolves; calf: calves; half: halves;
    shelf: shelves; scarf: scarves; loaf: loaves; thief: thieves; elf: elves; hoof: hooves; bra: bras; gas: gases;
    pyjama: pyjamas pajamas pajama; news:; shorts:; tights:; ski: skis; skiing:; earring: earrings;
    legging: leggings leggins; stocking: stockings; clothing: clothes; wedding: weddings; bedding:; lighting:; flooring:;
    painting: paintings; coating: coatings; coated:; dressing: dressings; wing: wings; lining: linings;
    railing: railings; seating:; building: buildings; organic: organics; universal:; university: universities;
    universe: universes; anime:; business: businesses; evening: evenings; training: trainings; boxing:; bowling:;
    bearing: bearings; fishing:; sterling:; lens: lenses; canvas: canvases; bus: buses; iris: irises; atlas: atlases;
    cactus: cacti cactuses; canning:; weathered:`,
  stopWords: `
    a an the and or but of for in on at to with by from as is are be it this that these those your you our my their its`,
  functionWords: {
    negators: { certain: 'without excluding except', possible: 'not no non' },
    introducers:
      'for with without in of from by that which who featuring containing made compatible designed including includes',
    conjunctions: 'and or',
    sizeWords: 'size sizes sz sized',
    freeOf: 'free',
    lacking: '-free -less',
    onSale: 'sale clearance discounted reduced',
    fillers: `
      what whats which how where when why is are was be am do does did could should would i im ive id me my mine we our
      you your need needs needed want wants wanted wish like looking look search searching find finding show see get
      getting give buy buying shop shopping purchase order ordering have has please thanks some something anything any
      somewhere someone somebody good great best nice coloured colored recommend recommended recommendation recommendations suggest
      suggestion suggestions suitable appropriate cheap cheapest affordable inexpensive online webshop pair pairs kind
      kinds type types there it its this that these those them they a an the and or of to at`,
    askedPhrases: 'can i, can you, can we, to wear, i wear, to use, i use',
    audience: `
      women womens woman ladies female men mens man gents guys male kids kid children child boys boy girls girl toddler toddlers
      baby babies infant infants adult adults unisex`,
    ownPhrases: `
      trash can, garbage can, watering can, power bank, memory stick, memory card, flash drive, hard drive, hard disk, power strip,
      paddle board, hot dog, license plate, number plate, band aid, leaf blower, tea towel, tape measure`,
  },
  headFirst: false,
  agreeing: false,
  numberWords: {
    upToTwelve: 'one two three four five six seven eight nine ten eleven twelve',
    forms: {},
  },
  units: {
    inch: 'inch inches',
    ft: 'feet foot',
    mm: 'millimeter millimeters millimetre millimetres',
    cm: 'centimeter centimeters centimetre centimetres',
    m: 'meter meters metre metres',
    km: 'kilometer kilometers kilometre kilometres',
    mg: 'milligram milligrams',
    g: 'gram grams',
    kg: 'kilo kilos kilogram kilograms',
    oz: 'ounce ounces',
    lb: 'lbs',
    ml: 'milliliter milliliters millilitre millilitres',
    cl: 'centiliter centilitre',
    dl: 'deciliter decilitre',
    l: 'liter liters litre litres',
    w: 'watts',
    v: 'volts',
    mp: 'megapixels',
    pack: 'pack packs',
  },
  currencies: {
    everywhere: { EUR: 'euro euros', GBP: 'pound pounds quid', '*': 'dollar dollars' },
    here: { '*': 'kr' },
  },
  bounds: {
    below: `
      under, below, less than, cheaper than, lower than, smaller than, lighter than, up to, upto, at most,
      no more than, not more than, not over, maximum, maximum of, a maximum of, not above, max price, maximum price,
      budget, budget of, on a budget of`,
    above: `
      over, above, more than, more expensive than, greater than, higher than, larger than, from, starting at,
      starting from, at least, no less than, not less than, not under, minimum, minimum of, a minimum of`,
    orLess: 'or less, or under, or below, or cheaper, or lower, and under, and below, and less, max, maximum, tops',
    orMore: 'or more, or over, or above, or higher, and up, and over, and above, and more, upwards, min, minimum',
    between: 'between … and, between … to, in between … and',
    to: 'to',
    from: 'from',
    about: 'around, about, approximately, approx, roughly, circa, ca',
    price: 'price, prices, priced',
    leads: 'for, that, which, costs, cost, costing, at, is, are, with, a, of, in, the',
    otherScales: `
      size, sizes, age, aged, ages, height, width, length, depth, diameter, weight, waist, chest, spf, uv`,
    children: 'kids kid children child boys boy girls girl toddlers babies baby',
  },
  thesaurus: `
    women, ladies, female; men, gents, gentlemen, guys, male; kids, children; baby, infant; kids, children > boys, girls;
    grey, gray; navy, navy blue; violet, lilac > purple; burgundy, wine red; golden > gold; silvery > silver;
    multicoloured, multicolored; colour, color; striped, stripy; checked, checkered, chequered;
    plaid, tartan > checked; dotted, spotted, polka dot; floral, flowery, flowered; wood, wooden;
    wool, woollen, woolen; aluminium, aluminum; faux leather, vegan leather, imitation leather, artificial leather;
    t-shirt, tee, tee shirt; jumper, sweater, pullover; hoodie, hooded sweatshirt; pants, slacks > trousers;
    joggers, sweatpants, jogging bottoms, tracksuit bottoms; blazer, suit jacket; puffer jacket, padded jacket, puffer coat;
    puffer jacket, puffer coat > down jacket; sleepwear, nightwear >> pyjamas, nightdress;
    ceiling lamp, ceiling light > pendant lamp;
    raincoat, rain jacket, rain coat; rainwear, rain gear >> raincoat, rain trousers; jacket > windcheater, windbreaker; swimsuit, bathing suit, swimming costume; denims, denim trousers, denim pants > jeans;
    swim trunks, swim shorts; dressing gown, bathrobe; nightdress, nightgown, nightie; knickers, panties;
    bra, brassiere; tights, pantyhose; beanie, woolly hat; necktie > tie; pyjamas, pjs; trainers, sneakers, gym shoes;
    trainers, sneakers > sports shoes; wellington boots, wellies, rain boots, rubber boots, gumboots;
    high heels, high-heeled shoes, heels; stilettos > high heels; maternity, pregnancy; rucksack, backpack, knapsack;
    purse > handbag; bum bag, fanny pack, belt bag, waist bag; holdall, duffel bag; luggage > suitcase;
    sunglasses, sunnies; glasses, eyeglasses, spectacles, specs; glasses >> sunglasses; scarf >> shawl, stole; wristwatch, wrist watch > watch; jewellery, jewelry;
    sofa, couch, settee; duvet cover, quilt cover; throw pillow > cushion; curtains, drapes; short > shorts;
    daughter > girls, kids; son > boys, kids; folding, foldable, collapsible; carpet > rug; bookshelf, bookcase;
    blanket > throw; cup > mug; desk lamp > table lamp; headlamp, head torch, headtorch;
    thermos, thermos flask, vacuum flask; cool box, cooler, cool bag, cooler bag; winter hat > beanie; tap, faucet;
    hob, cooktop; fridge, refrigerator; tv, television, telly; mobile phone, cell phone, cellphone;
    mobile phone, cell phone > smartphone; laptop, notebook computer; cordless, wireless; earphones, earbuds;
    pushchair, stroller, baby buggy; pram > pushchair; nappy, diaper; pacifier, soother; torch, flashlight;
    hairdryer, hair dryer, blow dryer; hoover > vacuum cleaner; rubbish bin, trash can, garbage can, waste bin;
    bicycle, bike; nail polish, nail varnish, nail lacquer; sunscreen, sun cream, suncream, sunblock;
    moisturiser, moisturizer; moisturising, moisturizing; perfume > fragrance, eau de parfum, eau de toilette;
    zip, zipper; buckle >> clasp; wig, hairpiece; boots >> wellies, chelsea boots, ankle boots; slippers, house shoes;
    footwear >> shoes, boots, sneakers, sandals, slippers; shoes >> sneakers, loafers, pumps, sandals;
    sandals >> flip flops, slides; bottoms >> trousers, shorts; tops >> shirts, blouses; jacket > parka, anorak, bomber jacket;
    coat >> overcoat, trench coat, parka; trousers >> chinos, jeans, joggers, sweatpants, leggings; shorts >> bermudas; hat >> cap, beanie; headwear, headgear; cap >> baseball cap;
    sweater >> cardigan; cardigan, cardi; dungarees, overalls, bib overalls; waistcoat, gilet >> vest; vest top, singlet >> tank top;
    undershirt >> vest; socks, sox; dress shoes, smart shoes > formal shoes, oxfords, brogues, derbies, loafers;
    dress shirt, formal shirt; dress pants, dress trousers, suit trousers; reading chair > armchair; coffee table > side table, end table; underpants, boxers, boxer shorts; lingerie >> bra, knickers; socks >> stockings;
    bag >> handbag, tote, backpack, purse; handbag >> tote bag, shoulder bag, satchel, clutch; wallet, billfold;
    eyewear, shades >> sunglasses, glasses; jewellery >> necklace, ring, bracelet, earrings; watch, timepiece;
    armchair, easy chair; stool >> bar stool; wardrobe, closet; chest of drawers, dresser; bed >> daybed, bunk bed;
    sofa bed, sleeper sofa >> futon; sofa >> futon; lamp >> floor lamp, table lamp, lantern; quilt, comforter, duvet;
    cutlery, silverware, flatware; crockery, dishware, tableware >> dinnerware, plates; frying pan, skillet;
    saucepan, cooking pot; cookware >> pots, pans; mug, cup; jug, pitcher; tea towel, dish towel, kitchen towel;
    washcloth, face cloth, flannel; kettle >> electric kettle; coffee maker, coffee machine; blender >> smoothie maker;
    vacuum cleaner, vacuum; hand blender, stick blender; dustbin >> rubbish bin; spanner, wrench; hosepipe, garden hose;
    lawnmower, lawn mower; secateurs, pruning shears; sellotape, sticky tape; biro, ballpoint pen; rubber >> eraser;
    car tyre, car tire; tyres, tires; petrol, gasoline; number plate, license plate; cell phone cover >> phone case;
    headphones, headset; headphones >> earphones, earbuds; computer >> laptop, desktop computer; loudspeaker, speaker;
    hard disk, hard drive, hdd; memory stick, usb stick, flash drive; charger >> charging cable; tablet computer >> tablet;
    sweets, candy; biscuits, cookies; crisps, potato chips; fizzy drink, soda, soft drink; ketchup, tomato sauce;
    aubergine, eggplant; courgette, zucchini; coriander, cilantro; prawns, shrimp; minced meat, ground beef;
    toothbrush >> electric toothbrush; lipstick >> lip gloss; deodorant, antiperspirant; cot, crib; dummy >> pacifier;
    soft toy, plush toy, stuffed animal, cuddly toy; jigsaw >> puzzle; football >> soccer ball; dumbbells >> weights;
    paddleboard, paddle board, sup board; yoga mat, exercise mat; rug >> carpet, doormat; dog lead, dog leash;
    bbq, barbecue, barbeque; barbecue >> grill; stroller, buggy; buggy >> pushchair; sweatshirt >> hoodie, jumper, sweater;
    oatmeal >> porridge, oats; porridge, porridge oats; nuts > hazelnuts, almonds, walnuts, cashews, peanuts, pistachios, pecans;
    decaf, decaffeinated, caffeine free; light >> lamp, lantern, bulb; lights, lighting, lamps;
    fish tank, aquarium; cat tree, cat tower, scratching tree; hutch >> cage; kennel, dog house; kibble >> dry food;
    treats >> snacks, chews; pet bed >> dog bed, cat bed; harness >> lead, collar; weed killer, weedkiller, herbicide;
    fertiliser, fertilizer, plant food; compost, potting soil, potting mix; planter, plant pot, flower pot; hose, hosepipe;
    strimmer, grass trimmer, string trimmer; leaf blower, garden vac; pressure washer, jet washer, power washer;
    deckchair, sun lounger >> garden chair; parasol, sun umbrella, garden umbrella; patio furniture, garden furniture, outdoor furniture;
    screwdriver >> bit driver; wall plug, rawl plug; power strip, extension lead, extension cord;
    plaster, band aid; nappies, diapers; wipes, baby wipes; baby carriage > pram, pushchair; highchair, high chair;
    flatscreen, flat screen > tv; projector, beamer; router >> modem; pendrive, pen drive, thumb drive > flash drive, usb stick;
    memory card, sd card; power bank, portable charger; smartwatch, smart watch; handset > phone, smartphone; phone >> smartphone, mobile phone;
    printer ink, ink cartridge; screen >> monitor; monitor, computer screen; webcam, web camera; doorbell >> video doorbell;
    fan heater, space heater; dehumidifier >> air purifier; dishwasher >> dishwashing machine; washer, washing machine; dryer, tumble dryer;
    cooker, stove; microwave, microwave oven; toastie maker, sandwich maker; casserole >> dutch oven;
    bedspread, coverlet; bed linen, bedding, bedclothes; bed linen, bedding > duvet cover, bed sheets, pillowcases; bath mat, bathmat; bin bags, trash bags, garbage bags;
    washing powder, laundry detergent; washing up liquid, dish soap; loo roll, toilet paper, toilet roll; kitchen roll, paper towels;
    maize, sweetcorn, corn; muesli >> granola; yogurt, yoghurt; chilli, chili; whisky, whiskey; lollies, lollipops;
    building blocks, building bricks; rc, remote control, radio controlled; soft toys >> teddy bear; board game >> game; doll's house, dollhouse;
    bedside lamp, nightstand lamp, night stand lamp, reading lamp > table lamp; cream, creme, ivory, ecru > off-white;
    clothing, apparel >> shirts, trousers, jackets, dresses, jumpers; swimwear >> swimsuit, swim trunks, bikini;
    cushion, pillow >> cushion cover, pillowcase; tennis shoes > trainers;
    scooter >> kick scooter; trampoline >> bouncer; draughts, checkers`,
};
