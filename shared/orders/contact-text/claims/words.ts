const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that begin the name of a street. */
export const STREET_TYPES = words(
  'av avda avenida calle cl pje pasaje psje bv bvd bvar blvd boulevard bulevar ruta rn rp rta diag diagonal camino autopista autop autovia acceso callejon cortada paseo peatonal costanera cno bvard avd psj pasj colectora colect prolongacion prol circunvalacion',
);

/** Street types whose name may be a number. */
export const NUMBERED_TYPES = words(
  'av avda avd avenida calle cl pje pasaje psje psj pasj diag diagonal paseo bv boulevard',
);

/** Street types whose number belongs to the name. */
export const ROADS = words('ruta rn rp rta autovia autopista autop');

export const MONTHS = words(
  'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre',
);

/** Words that announce a house number. */
export const NUMBER_LABELS = words('n nro num numero altura al');

export const BLOCK_WORDS = words('mza mz mzna mzn manzana');
export const LOT_WORDS = words('casa lote lt lot cs shipmenta');

export const NEIGHBORHOOD_WORDS = words('barrio bo country urbanizacion bario');
export const NEIGHBORHOOD_KINDS = words('privado cerrado parque club');

export const FLOOR_WORDS = words('piso pso floor fl');
export const APARTMENT_WORDS = words('dpto depto dto dep dept departamento dpt apto apt apartamento apartment');

/** Units other than apartments: the word is part of the value. */
export const UNIT_WORDS = words(
  'of ofi ofic oficina local loc uf ph casa int interno unidad cochera unit suite ste duplex',
);

/** Parts of a building that no field has. */
export const BUILDING_WORDS = words(
  'torre edificio edif block bloque monoblock monobloc monoblok tira escalera entrada sector timbre cuerpo modulo nudo puerta portal',
);

/** Parts of a building after its address, but not at its beginning: streets are called 'Acceso Oeste' and 'Ala'. */
export const MORE_BUILDING_WORDS = words(
  'cpo esc edif blq bloc mod pabellon pab ala nave galpon acceso porton ascensor',
);

/** Words after an ordinal that say what it counts, instead of a floor: '2da manzana'. */
export const COUNTED_WORDS = words('manzana mza calle cuadra casa lote fila etapa fase subsuelo hall palier reja');

/** Behind a house number they may belong to the street's name or to the house. */
export const CARDINAL_POINTS = words('norte sur este oeste noreste noroeste sureste sudeste suroeste sudoeste');

/** Words that begin a remark. */
export const REMARK_WORDS = words(
  'tocar dejar avisar avisen horario horarios llamar referencia referencias ref frente portero porteria porton zona retira norte sur este oeste entregar es no si hola buenas gracias observaciones obs nota urgente timbre reja rejas atiende consultar golpear ojo casa fondo al',
);

export const COMPANY_WORDS = words(
  'srl sa sas sh sc ltda hnos hermanos hijos asociados cia kiosco kiosko ferreteria libreria panaderia distribuidora estudio farmacia almacen taller empresa consultorio clinica bazar vivero supermercado autoservicio despensa veterinaria peluqueria grupo servicios comercial jugueteria zapateria tienda',
);

/** Words of a message, which no street's name contains. */
export const MESSAGE_WORDS = words(
  'mi mis es te mando paso son que para con tu datos envio envialo direccion vivo hola quiero queria necesito compre pedi',
);

/** Words of a sentence, which no person's name contains. */
export const SENTENCE_WORDS = words(
  'te mi mis es son paso mando datos con por para que en al me tu su un una esta este envio retiro sucursal address shipping a e o y',
);

export const TITLES = words('sr sra srta dr dra ing lic arq don dona prof');
