/**
 * Compounds that have become a word of their own: gloves are no shoes in German (Handschuhe), tights no trousers. They
 * are never divided, in longer compounds either (Lederhandschuhe is leder + handschuhe). Listed without endings.
 */
const LISTS: Record<string, string> = {
  sv: `
    glasögon strumpbyx badbyx underbyx badrock morgonrock baddräkt nattlinne halsduk handduk näsduk armband halsband
    sängkläder plånbok hängmatt trädgård jordgubb smörgås kylskåp verktyg handfat kalsong örngott fåtölj kastrull kanvas`,
  da: `
    håndklæde viskestykke armbånd halsbånd ørering strømpebuks badebuks underbuks tørklæde badedragt morgenkåbe
    sengetøj legetøj værktøj køretøj tegnebog jordbær køleskab hængekøje`,
  no: `
    håndkle kjøkkenhåndkle armbånd halsbånd ørering øredobb strømpebuks badebuks underbuks badedrakt morgenkåpe
    sengetøy leketøy verktøy kjøretøy lommebok jordbær kjøleskap hengekøye`,
  de: `
    handschuh strumpfhose badehose unterhose unterhemd nachthemd schlafanzug badeanzug bademantel morgenmantel ohrring
    armband halsband stirnband handtuch handtüch taschentuch taschentüch werkzeug spielzeug fahrzeug flugzeug feuerzeug
    kühlschrank kühlschränk hängematte erdbeer fernseher kopfhörer hosenträger büstenhalter`,
  nl: `
    handschoen onderbroek zwembroek onderhemd nachthemd badpak badjas kamerjas oorring oorbel armband halsband handdoek
    zakdoek theedoek koelkast hangmat gereedschap speelgoed aardbei vliegtuig voertuig stropdas`,
  fi: `
    sukkahousu alushousu pikkuhousu uimahousu aamutakki aamutaki kylpytakki kylpytaki uimapuku uimapuvu yöpuku yöpuvu
    rintaliivi silmälasi aurinkolasi jääkaappi jääkaapi riippumatto riippumato mansikka`,
};

const patterns = new Map<string, RegExp>();
for (const [language, list] of Object.entries(LISTS)) {
  patterns.set(language, new RegExp(list.trim().split(/\s+/).join('|'), 'g'));
}

const NONE: ReadonlySet<number> = new Set();

/** The places in a folded word where it may not be divided. `language` is a subtag, Norwegian `no`. */
export function closedSeams(word: string, language: string): ReadonlySet<number> {
  const pattern = patterns.get(language);
  if (!pattern || word.search(pattern) < 0) return NONE;
  const seams = new Set<number>();
  for (const { index, 0: found } of word.matchAll(pattern)) {
    for (let at = index + 1; at < index + found.length; at++) seams.add(at);
  }
  return seams;
}
