import { fold } from '#shared/kit/text/fold.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';

/** Neighbourhoods of the City of Buenos Aires. */
const CITY_NEIGHBORHOODS =
  'Agronomía,Almagro,Balvanera,Barracas,Belgrano,Boedo,Caballito,Chacarita,Coghlan,Colegiales,Congreso,Constitución,Flores,Floresta,La Boca,La Paternal,Las Cañitas,Liniers,Mataderos,Microcentro,Monserrat,Monte Castro,Montserrat,Nueva Pompeya,Núñez,Once,Palermo,Parque Avellaneda,Parque Chacabuco,Parque Chas,Parque Patricios,Paternal,Pompeya,Puerto Madero,Recoleta,Retiro,Saavedra,San Cristóbal,San Nicolás,San Telmo,Tribunales,Vélez Sarsfield,Versalles,Villa Crespo,Villa del Parque,Villa Devoto,Villa General Mitre,Villa Lugano,Villa Luro,Villa Ortúzar,Villa Pueyrredón,Villa Real,Villa Riachuelo,Villa Santa Rita,Villa Soldati,Villa Urquiza';

/** Towns that senders name most often, by province. */
const TOWNS: Readonly<Record<Exclude<ProvinceLetter, 'C'>, string>> = {
  B: 'Acassuso,Adrogué,Avellaneda,Azul,Bahía Blanca,Banfield,Beccar,Benavídez,Berazategui,Berisso,Bernal,Bragado,Burzaco,Campana,Cañuelas,Caseros,Castelar,Chascomús,Chivilcoy,Ciudad Evita,Ciudadela,City Bell,Claypole,Coronel Suárez,Del Viso,Dolores,Don Torcuato,El Palomar,Ensenada,Escobar,Ezeiza,Ezpeleta,Florencio Varela,Florida,Florida Oeste,Francisco Álvarez,Garín,General Pacheco,General Rodríguez,Glew,Gonnet,González Catán,Grand Bourg,Gregorio de Laferrere,Haedo,Hudson,Hurlingham,Ingeniero Maschwitz,Isidro Casanova,Ituzaingó,José C. Paz,José León Suárez,Junín,La Plata,Laferrere,Lanús,Lanús Este,Lanús Oeste,Las Flores,Lobos,Lomas de Zamora,Lomas del Mirador,Longchamps,Los Polvorines,Luján,Mar de Ajó,Mar del Plata,Mar del Tuyú,Martínez,Mercedes,Merlo,Miramar,Monte Grande,Moreno,Morón,Munro,Necochea,Nordelta,Olavarría,Olivos,Pehuajó,Pergamino,Pilar,Pinamar,Punta Alta,Quilmes,Rafael Calzada,Rafael Castillo,Ramallo,Ramos Mejía,Ranelagh,Remedios de Escalada,Salto,San Andrés,San Antonio de Padua,San Bernardo,San Clemente del Tuyú,San Fernando,San Francisco Solano,San Isidro,San Justo,San Martín,San Miguel,San Nicolás,San Nicolás de los Arroyos,San Pedro,San Vicente,Santa Teresita,Sarandí,Tandil,Tapiales,Temperley,Tigre,Tortuguitas,Trenque Lauquen,Tres Arroyos,Tristán Suárez,Valentín Alsina,Vicente López,Victoria,Villa Adelina,Villa Ballester,Villa Bosch,Villa Elisa,Villa Gesell,Virreyes,Wilde,Zárate',
  K: 'Andalgalá,Belén,San Fernando del Valle de Catamarca,Tinogasta,Valle Viejo',
  H: 'Barranqueras,Charata,Fontana,Juan José Castelli,Presidencia Roque Sáenz Peña,Resistencia,Sáenz Peña,Villa Ángela',
  U: 'Comodoro Rivadavia,Esquel,Gaiman,Puerto Madryn,Rawson,Trelew',
  X: 'Alta Gracia,Bell Ville,Capilla del Monte,Carlos Paz,Córdoba,Cosquín,Jesús María,La Calera,La Falda,Marcos Juárez,Mina Clavero,Río Ceballos,Río Cuarto,Río Tercero,San Francisco,Unquillo,Villa Allende,Villa Carlos Paz,Villa Dolores,Villa General Belgrano,Villa María',
  W: 'Bella Vista,Corrientes,Curuzú Cuatiá,Esquina,Goya,Ituzaingó,Mercedes,Monte Caseros,Paso de los Libres,Santo Tomé',
  E: 'Chajarí,Colón,Concepción del Uruguay,Concordia,Crespo,Federación,Gualeguay,Gualeguaychú,La Paz,Nogoyá,Oro Verde,Paraná,Victoria,Villaguay',
  P: 'Clorinda,Formosa,Pirané',
  Y: 'Humahuaca,Libertador General San Martín,Palpalá,Perico,San Pedro,San Pedro de Jujuy,San Salvador de Jujuy,Tilcara',
  L: 'General Acha,General Pico,Realicó,Santa Rosa,Toay',
  F: 'Aimogasta,Chilecito,La Rioja',
  M: 'Chacras de Coria,General Alvear,Godoy Cruz,Guaymallén,Las Heras,Luján de Cuyo,Maipú,Malargüe,Mendoza,Rivadavia,San Martín,San Rafael,Tunuyán,Tupungato',
  N: 'Apóstoles,Eldorado,Garupá,Iguazú,Jardín América,Montecarlo,Oberá,Posadas,Puerto Iguazú',
  Q: 'Centenario,Chos Malal,Cutral Có,Junín de los Andes,Neuquén,Plottier,San Martín de los Andes,Villa La Angostura,Zapala',
  R: 'Allen,Bariloche,Catriel,Cinco Saltos,Cipolletti,El Bolsón,General Roca,Las Grutas,San Antonio Oeste,San Carlos de Bariloche,Viedma,Villa Regina',
  A: 'Cafayate,Cerrillos,General Güemes,Metán,Orán,Rosario de Lerma,Salta,San Lorenzo,Tartagal,Vaqueros',
  J: 'Caucete,Chimbas,Pocito,Rawson,Rivadavia,San Juan,Santa Lucía',
  D: 'Juana Koslay,La Punta,Merlo,Potrero de los Funes,San Luis,Villa Mercedes',
  Z: 'Caleta Olivia,El Calafate,Las Heras,Pico Truncado,Puerto Deseado,Río Gallegos',
  S: 'Cañada de Gómez,Capitán Bermúdez,Casilda,Esperanza,Firmat,Funes,Granadero Baigorria,Pérez,Rafaela,Reconquista,Roldán,Rosario,San Lorenzo,Santa Fe,Santo Tomé,Sunchales,Venado Tuerto,Villa Constitución,Villa Gobernador Gálvez',
  G: 'Añatuya,Frías,La Banda,Santiago del Estero,Termas de Río Hondo',
  V: 'Río Grande,Tolhuin,Ushuaia',
  T: 'Aguilares,Banda del Río Salí,Concepción,Monteros,San Miguel de Tucumán,Tafí del Valle,Tafí Viejo,Yerba Buena',
};

/** Provinces by the folded name of a town; a neighbourhood of the City of Buenos Aires is `C`. */
const BY_NAME: ReadonlyMap<string, readonly ProvinceLetter[]> = index();

function index(): Map<string, ProvinceLetter[]> {
  const found = new Map<string, ProvinceLetter[]>();
  for (const [letter, names] of [['C', CITY_NEIGHBORHOODS], ...Object.entries(TOWNS)] as [ProvinceLetter, string][]) {
    for (const name of names.split(',')) {
      const key = fold(name).replaceAll('.', '');
      found.set(key, [...(found.get(key) ?? []), letter]);
    }
  }
  return found;
}

/** Most words of a listed town's name. */
export const MAX_TOWN_WORDS = 6;

/** Returns the provinces that have a listed town of this folded name; empty for any other name. */
export const townProvinces = (key: string): readonly ProvinceLetter[] => BY_NAME.get(key) ?? [];
