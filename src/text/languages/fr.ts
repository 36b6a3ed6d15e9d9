/** French; the members are explained in `language.ts`. */
import { frenchStem } from '../stem/french.js';
import { BASIC_ALPHABET } from './alphabets.js';
import type { Language } from './language.js';
import { ROMANCE_ELISIONS } from './writing.js';

export const french: Language = {
  codes: ['fr'],
  writing: {
    alphabet: BASIC_ALPHABET,
    thousands: '.',
    spacedThousands: true,
    elisions: ROMANCE_ELISIONS,
  },
  stem: frenchStem,
  irregularStems: `
    oeil: yeux; blanc: blanche blanches; bras:; bas:; sec: sèche sèches; frais: fraîche fraîches;
    bleu: bleue bleus bleues; long: longue longs longues; neuf: neuve neufs neuves; doux: douce douces; bijou: bijoux;
    tissu: tissus; genou: genoux; roux: rousse rousses; épais: épaisse épaisses; gros: grosse grosses`,
  stopWords: `
    le la les l un une des du de d et ou mais pour en dans sur avec par au aux est sont ce cette ces`,
  functionWords: {
    negators: { certain: 'sans sauf hormis excepté', possible: 'pas non ni aucun aucune' },
    introducers: 'pour en de du des avec sans à au aux dans sur par chez contre qui',
    conjunctions: 'et ou',
    sizeWords: 'taille tailles pointure pointures',
    freeOf: '',
    lacking: '',
    onSale: 'soldes promo promotion promotions',
    fillers: `
      que quoi quel quelle quels quelles comment où qui quand pourquoi est ce qu je j me moi nous on tu te vous peux
      peut pouvez pourrais pourrait veux veut voulez voudrais voudrait aimerais souhaite besoin ai a avez avoir cherche
      chercher cherchons recherche rechercher trouver trouve trouvez montrer montrez voir acheter achète achat
      commander quelque chose quelques un une des le la les et ou il y svp plaît merci bonjour salut conseil conseiller
      recommander recommandez bon bonne bons bonnes meilleur meilleure meilleurs meilleures joli jolie jolis jolies
      beau belle beaux belles porter mettre pas cher chère chers chères bon marché prix paire sont adapté adaptée adaptés`,
    audience: `
      femme femmes homme hommes enfant enfants garçon garçons fille filles bébé bébés adulte adultes unisexe`,
  },
  headFirst: true,
  agreeing: true,
  numberWords: {
    upToTwelve: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
    forms: {},
  },
  units: {
    inch: 'pouce pouces',
    mm: 'millimètre millimètres',
    cm: 'centimètre centimètres',
    m: 'mètre mètres',
    km: 'kilomètre kilomètres',
    g: 'gramme grammes',
    kg: 'kilo kilos',
    ml: 'millilitre millilitres',
    cl: 'centilitre',
    dl: 'décilitre',
    l: 'litre litres',
  },
  currencies: { everywhere: { EUR: 'euro euros' }, here: { '*': 'kr' } },
  bounds: {
    below: `
      moins de, à moins de, de moins de, moins que, moins cher que, sous, en dessous de, au dessous de, inférieur à,
      inférieure à, jusqu'à, jusque, maximum, au maximum, max de, pas plus de, au plus, prix maximum, prix maxi,
      budget, budget de`,
    above: `
      plus de, plus que, à plus de, plus cher que, au dessus de, supérieur à, supérieure à, à partir de, dès, au moins,
      minimum, au minimum`,
    orLess: 'ou moins, et moins, ou moins cher, max, maxi, maximum, au maximum',
    orMore: 'ou plus, et plus, ou plus cher, mini, minimum, au minimum',
    between: 'entre … et, entre … à',
    to: 'à',
    from: 'de',
    about: 'environ, autour de, aux alentours de, vers, circa, ca',
    price: 'prix, tarif',
    leads: 'pour, à, qui, coûte, coûtant, coûtent, avec, est, un, de',
    otherScales: 'taille, tailles, pointure, âge, hauteur, largeur, longueur, profondeur, poids, spf, diamètre',
    children: 'enfant enfants garçon garçons fille filles bébé bébés',
  },
  thesaurus: `
    femme, dame; enfant, kids; enfant > garçon, fille; bébé, nourrisson; violet, mauve; bleu marine, marine, navy;
    lie de vin > bordeaux; doré > or; multicolore, multicouleur; à fleurs, fleuri, imprimé floral; rayé, à rayures;
    à carreaux, carreaux; à pois, pois; simili cuir, similicuir, faux cuir, cuir synthétique; t-shirt, tee-shirt, tee;
    pull, pull-over, chandail; pull > sweat; sweat à capuche, hoodie, sweat capuche; veste > blazer;
    jogging, pantalon de jogging; baskets, sneakers; bottes de pluie, bottes en caoutchouc;
    chaussures à talons, talons hauts; tongs, flip-flops; maillot de bain > bikini; slip de bain, short de bain;
    peignoir, robe de chambre; soutien-gorge, soutif; casquette, cap; sac à dos, backpack; portefeuille, porte-monnaie;
    lunettes de soleil, solaires; montre > montre-bracelet; canapé, sofa; télévision, télé, téléviseur, tv;
    téléphone portable, smartphone; ordinateur portable, laptop; frigo, réfrigérateur; vélo, bicyclette;
    aspirateur > aspirateur balai; sèche-cheveux, séchoir à cheveux; sans fil, wireless; poussette, buggy;
    tétine > sucette; crème solaire, protection solaire; parfum > eau de parfum, eau de toilette; grossesse, maternité;
    chaussures >> baskets, bottes, sandales, mocassins, escarpins; godasses, pompes, souliers >> chaussures; chaussures, souliers;
    bottes >> bottines; chaussons, pantoufles; baskets, tennis; veste >> blouson, parka, anorak; blouson >> bombers;
    imperméable, ciré, k-way, veste de pluie, manteau de pluie; manteau >> parka, trench, doudoune; coupe-vent >> veste de pluie;
    pantalon >> jean, chino, legging, jogging; short >> bermuda; fringues >> vêtements; jean, denim; gilet, cardigan; pull, sweat >> pull-over;
    robe >> robe de soirée; haut >> t-shirt, chemisier, top; chemisier, blouse; débardeur, marcel; sous-vêtements >> culotte, slip, boxer;
    culotte, slip; chaussettes >> mi-bas; collants >> bas; bonnet >> béret; écharpe, foulard; sac >> sac à main, sac à dos, besace;
    cartable >> sac à dos; valise, bagage; bijoux >> collier, bague, bracelet, boucles d'oreilles; lunettes >> lunettes de soleil;
    montre, montre-bracelet; fauteuil >> chaise; canapé >> canapé-lit; armoire, penderie; commode >> buffet; couette, édredon;
    plaid, couverture; tapis >> paillasson; lampe >> lampadaire, lampe de chevet; luminaire >> lampe, lampadaire;
    couverts >> couteau, fourchette, cuillère; vaisselle >> assiettes, bols, tasses; casserole >> faitout; poêle, sauteuse;
    machine à café, cafetière; torchon, essuie-vaisselle; mixeur, blender; aspirateur >> aspirateur robot;
    ordinateur >> ordinateur portable, pc; pc portable, ordinateur portable; tablette >> ipad; casque audio, écouteurs;
    enceinte, haut-parleur; radio >> autoradio; portable >> téléphone portable; vélo >> vélo électrique, vtt; bécane >> vélo;
    casque >> casque de vélo; jus >> jus de pomme, jus d'orange; bière >> blonde, lager; binouze >> bière; bonbons >> confiserie;
    biscuits, gâteaux secs; pain >> baguette; pomme de terre, patate; brosse à dents >> brosse à dents électrique;
    peluche, doudou; jouets >> poupée; bavoir, bavette; stylo >> stylo bille; perceuse, visseuse;
    téléphone, portable > smartphone; télé, tv >> téléviseur; caméra >> caméscope, webcam; appareil photo, appareil-photo;
    perceuse >> visseuse, perceuse-visseuse; tondeuse >> robot tondeuse; sécateur, cisailles; tuyau d'arrosage, tuyau de jardin; terreau, terre; engrais, fertilisant;
    pot de fleurs, jardinière, cache-pot; brouette, chariot de jardin; barbecue, grill, bbq; parasol, ombrelle; transat, chaise longue; croquettes >> pâtée;
    nourriture >> croquettes, pâtée; panier pour chien, lit pour chien, coussin pour chien; laisse >> harnais; arbre à chat, griffoir; aquarium, bac à poissons;
    lave-linge, machine à laver; lave-vaisselle, machine à laver la vaisselle; sèche-linge, séchoir; frigo >> congélateur; congélateur, surgélateur; micro-ondes, four micro-ondes;
    gazinière, cuisinière; bouilloire, théière électrique; chargeur, adaptateur secteur; clé usb, clef usb; disque dur >> ssd; écran, moniteur; imprimante >> multifonction;
    encre, cartouche d'encre; clavier >> clavier sans fil; pile, batterie; landau >> poussette; jeu de société, jeu de plateau; pâtes >> spaghetti, macaroni;
    confiture, marmelade; yaourt, yoghourt; noix > noisettes, amandes, noix de cajou, cacahuètes; papier toilette, papier hygiénique, pq; essuie-tout, sopalin;
    lessive, détergent; échelle >> escabeau; tournevis >> visseuse; rallonge, prolongateur; lampe torche, lampe de poche; filaire, avec fil`,
};
