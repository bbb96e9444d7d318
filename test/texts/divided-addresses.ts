import type { AddressText } from '#shared/bulk/shops/split-address.ts';

/**
 * Addresses as shops, spreadsheets and customers write them, invented, each with the reading that a person gives it: columns in the
 * order of the template, '?' after those that a person has to check, and the words that belong to no column.
 */
export type DividedAddress = readonly [written: string | AddressText, reading: string];

export const DIVIDED_ADDRESSES: readonly DividedAddress[] = [
  // Plain ones, which need no check.
  ['25 de Mayo 1200', 'calle=25 de Mayo altura=1200'],
  ['Calle 25 N° 1200', 'calle=Calle 25 altura=1200'],
  ['Av. 9 de Julio 1.234', 'calle=Av. 9 de Julio altura=1234'],
  ['Belgrano 1234 - 2º C', 'calle=Belgrano altura=1234 piso=2 dpto=C'],
  ['Belgrano 1234/36', 'calle=Belgrano altura=1234/36'],
  ['Belgrano S/N', 'calle=Belgrano altura=S/N'],
  ['Bv. Oroño 123 bis 2 B', 'calle=Bv. Oroño altura=123 bis piso=2 dpto=B'],
  ['Ruta 8 km 45,5', 'calle=Ruta 8 altura=km 45,5'],
  ['Mz 4 Lote 12', 'calle=Mz 4 altura=Lote 12'],
  ['Mza. B Casa 7', 'calle=Mza. B altura=Casa 7'],
  ['Barrio 25 de Mayo Mz 4 Casa 12', 'calle=Mz 4 altura=Casa 12 barrio=25 de Mayo'],
  ['Calle 9 nro. 1200 e/ 57 y 58, 3° C', 'calle=Calle 9 altura=1200 piso=3 dpto=C entre_calle_1=57 entre_calle_2=58'],
  ['Mitre 100 entre Roca y San Juan', 'calle=Mitre altura=100 entre_calle_1=Roca entre_calle_2=San Juan'],
  ['Mitre&nbsp;100<br>Piso 2', 'calle=Mitre altura=100 piso=2'],
  ['Mitre 100 (Piso 2 B)', 'calle=Mitre altura=100 piso=2 dpto=B'],

  // Former names and brackets are never street and number.
  ['Moreno (ex 25) 100', 'calle=Moreno? altura=100? rest=(ex 25)'],
  ['Moreno ex 25 100', 'calle=Moreno? altura=100? rest=ex 25'],
  ['Moreno ex 25 de Mayo 100', 'calle=Moreno? altura=100? rest=ex 25 de Mayo'],
  ['(ex 25) Moreno 100', 'calle=Moreno? altura=100 rest=(ex 25)'],
  ['Moreno 100 (ex 25)', 'calle=Moreno altura=100? rest=(ex 25)'],
  ['Juan D. Perón (antes Cangallo) 1500 3° B', 'calle=Juan D. Perón? altura=1500? piso=3 dpto=B rest=(antes Cangallo)'],
  ['Scalabrini Ortiz ex Canning 1200', 'calle=Scalabrini Ortiz? altura=1200? rest=ex Canning'],
  ['Av. Perón [ex-Cangallo] N° 1500', 'calle=Av. Perón? altura=1500? rest=[ex-Cangallo]'],
  ['Mitre [ex Roca] 100 {fondo} (timbre 3)', 'calle=Mitre? altura=100? rest=[ex Roca], {fondo} (timbre 3)'],
  ['Av. Ex Combatientes 300', 'calle=Av. Ex Combatientes altura=300'],
  ['ex Ruta 8 km 45', 'calle=ex Ruta 8? altura=km 45'],
  ['Mitre (25) 100', 'calle=Mitre? altura=100? rest=(25)'],
  ['Mitre (100)', 'calle=Mitre (100)?'],
  ['Mitre 100 (2 B)', 'calle=Mitre altura=100? rest=(2 B)'],
  ['Mitre 100 piso 2 (fondo) dpto B', 'calle=Mitre altura=100 piso=2? dpto=B? rest=(fondo)'],

  // A labelled floor and apartment win over what has no label.
  ['Mitre 100 3 Piso 4 Dpto B', 'calle=Mitre altura=100 piso=4? dpto=B? rest=3'],
  ['Mitre 100 2 B Piso 5', 'calle=Mitre altura=100 piso=5? rest=2 B'],
  ['San Martín 250 T1 P2 B', 'calle=San Martín altura=250 piso=2? dpto=B? rest=T1'],
  ['San Martín 250 T 1 P 2 D B', 'calle=San Martín altura=250 piso=2? dpto=B? rest=T 1'],
  ['Mitre 100, Torre 2 Piso 3 Dpto A', 'calle=Mitre altura=100 piso=3 dpto=A rest=Torre 2'],
  ['Suite 302, Mitre 100', 'calle=Mitre altura=100 dpto=Suite 302'],
  ['Mitre 100 Floor 3 Apt 2B', 'calle=Mitre altura=100 piso=3 dpto=2B'],
  ['Mitre 100 Unit 5, 3rd floor', 'calle=Mitre altura=100 piso=3 dpto=Unit 5'],

  // The ordinal of another noun is no floor.
  ['Urquiza 400 3er cuerpo 2 B', 'calle=Urquiza altura=400 piso=2? dpto=B? rest=3er cuerpo'],
  ['Urquiza 400 3° cuerpo 2° B', 'calle=Urquiza altura=400 piso=2 dpto=B rest=3° cuerpo'],
  ['Urquiza 400 2° C 1er. cuerpo', 'calle=Urquiza altura=400 piso=2 dpto=C rest=1er. cuerpo'],
  ['Mitre 100 2da escalera 3 B', 'calle=Mitre altura=100 piso=3? dpto=B? rest=2da escalera'],
  ['Mitre 100 1ra torre PB 2', 'calle=Mitre altura=100 piso=PB dpto=2 rest=1ra torre'],
  ['Mitre 100 2° entrada', 'calle=Mitre altura=100 rest=2° entrada'],
  ['Mitre 100 2da manzana casa 4', 'calle=Mitre altura=100 dpto=casa 4 rest=2da manzana'],
  ['Mitre 100 segundo cuerpo primer piso B', 'calle=Mitre altura=100 piso=1 dpto=B rest=segundo cuerpo'],
  ['Los Tilos 33 - Barrio Las Acacias (ex Parque)', 'calle=Los Tilos altura=33 barrio=Las Acacias? rest=(ex Parque)'],
  ['Mitre 100 T-1 P-2', 'calle=Mitre altura=100? rest=T-1 P-2'],
  ['Mitre 100 3er frente', 'calle=Mitre altura=100? rest=3er frente'],
  ['Mitre 100 Esc. 2 3 A', 'calle=Mitre altura=100 piso=3? dpto=A? rest=Esc. 2'],
  ['Mitre 100 1er piso', 'calle=Mitre altura=100 piso=1'],
  ['Mitre 100 3.º B', 'calle=Mitre altura=100 piso=3 dpto=B'],

  // A letter torn off its number is no apartment.
  ['Mitre 123B', 'calle=Mitre altura=123B?'],
  ['Mitre 100 M4 C5', 'calle=Mitre altura=100? rest=M4 C5'],
  ['Mitre 100 E2', 'calle=Mitre altura=100? rest=E2'],
  ['Mitre 100 Dto. A-2', 'calle=Mitre altura=100 dpto=A-2'],
  ['Mitre 100 Dpto 2 B fondo', 'calle=Mitre altura=100 dpto=2? rest=B fondo'],
  ['Mitre 100 piso 2 y 3', 'calle=Mitre altura=100 piso=2? rest=y 3'],
  ['Mitre 100 a 2 cuadras de ruta 3', 'calle=Mitre altura=100? rest=a 2 cuadras de ruta 3'],
  ['Mitre 100 B', 'calle=Mitre altura=100 dpto=B?'],

  // Letters that are written to digits may stand for digits, and a fraction is no end of a number.
  ['Sarmiento 12OO', 'calle=Sarmiento altura=12OO?'],
  ['Sarmiento 1Oo', 'calle=Sarmiento altura=1Oo?'],
  ['Sarmiento 12QQ 3 B', 'calle=Sarmiento altura=12? rest=QQ 3 B'],
  ['Sarmiento 12ll Piso 3', 'calle=Sarmiento altura=12ll? piso=3'],
  ['Sarmiento 12OO, 3 B', 'calle=Sarmiento altura=12OO? piso=3 dpto=B'],
  ['Sarmiento N° 12SS', 'calle=Sarmiento altura=12? rest=SS'],
  ['Ruta 8 km 4OO', 'calle=Ruta 8 altura=km 4? rest=OO'],
  ['Mitre 100 piso 1OO', 'calle=Mitre altura=100 piso=1? rest=OO'],
  ['Mitre 100 dpto 2OO', 'calle=Mitre altura=100 dpto=2? rest=OO'],
  ['Mitre 100 piso 1O', 'calle=Mitre altura=100 piso=1? dpto=O?'],
  ['Mitre 100 1l', 'calle=Mitre altura=100 piso=1? dpto=l?'],
  ['Mitre 100 1 O', 'calle=Mitre altura=100 piso=1 dpto=O'],
  [{ street: 'Sarmiento', number: '12OO' }, 'calle=Sarmiento altura=12OO?'],
  ['Sarmiento 1200bis', 'calle=Sarmiento altura=1200bis'],
  ['Sarmiento 12½', 'calle=Sarmiento altura=12? rest=½'],

  // A cardinal point behind the number belongs to the street or to the house, and no floor is lost behind it or a remark.
  ['Av. San Martin 1200 Este 3 B', 'calle=Av. San Martin altura=1200? piso=3? dpto=B? rest=Este'],
  ['Mitre 1250 Oeste 3 B', 'calle=Mitre altura=1250? piso=3? dpto=B? rest=Oeste'],
  ['Mitre 1250, Norte, 3° B', 'calle=Mitre altura=1250? piso=3 dpto=B rest=Norte'],
  ['Mitre 1250 sudoeste PB 2', 'calle=Mitre? altura=1250 piso=PB dpto=2 rest=sudoeste'],
  ['Calle 3 Oeste 45 Sur', 'calle=Calle 3 Oeste altura=45? rest=Sur'],
  ['Av. San Martin Este 1200 3 B', 'calle=Av. San Martin Este altura=1200 piso=3 dpto=B'],
  ['Mitre 1250 frente 3 B', 'calle=Mitre altura=1250? rest=frente 3 B'],
  ['Mitre 1250 portero 3B', 'calle=Mitre altura=1250? rest=portero 3B'],
  ['Mitre 1250 llamar de 9 a 18 h', 'calle=Mitre altura=1250 rest=llamar de 9 a 18 h'],

  // A letter that names the floor.
  ['Mitre 1250 3p', 'calle=Mitre altura=1250 piso=3'],
  ['Mitre 1250, 3 P', 'calle=Mitre altura=1250 piso=3'],
  ['Mitre 1250 3°p B', 'calle=Mitre altura=1250 piso=3 dpto=B'],
  ['Mitre 1250 3er p', 'calle=Mitre altura=1250 piso=3'],
  ['Mitre 1250 3p B', 'calle=Mitre altura=1250 piso=3 dpto=B'],
  ['Mitre 1250 p 3 d B', 'calle=Mitre altura=1250 piso=3 dpto=B'],

  // Abbreviated kinds of streets belong to the name.
  ['Cno. Gral. Belgrano 1250', 'calle=Cno. Gral. Belgrano altura=1250'],
  ['Bvard. Oroño 1250', 'calle=Bvard. Oroño altura=1250'],
  ['Autop. Ricchieri km 5', 'calle=Autop. Ricchieri altura=km 5'],
  ['Colect. Panamericana 1250', 'calle=Colect. Panamericana altura=1250'],
  ['Prol. Mitre 1250', 'calle=Prol. Mitre altura=1250'],
  ['Psje. Rivadavia 1250', 'calle=Psje. Rivadavia altura=1250'],
  ['Bvar. Oroño 1250', 'calle=Bvar. Oroño altura=1250'],
  ['Colectora Este 1250', 'calle=Colectora Este altura=1250'],

  // Words that say where an apartment is are none.
  ['Mitre 100 depto al fondo 3', 'calle=Mitre altura=100? rest=depto al fondo 3'],
  ['Mitre 100 dto. del fondo', 'calle=Mitre altura=100? rest=dto. del fondo'],
  ['Mitre 100 dpto. fondo', 'calle=Mitre altura=100? rest=dpto. fondo'],
  ['Mitre 100 dpto en el fondo', 'calle=Mitre altura=100? rest=dpto en el fondo'],
  ['Mitre 100 depto de atrás', 'calle=Mitre altura=100? rest=depto de atrás'],
  ['Mitre 100 depto la 3', 'calle=Mitre altura=100? rest=depto la 3'],
  ['Mitre 100 piso 1 depto al frente', 'calle=Mitre altura=100 piso=1? rest=depto al frente'],
  ['Mitre 100 departamento en planta baja', 'calle=Mitre altura=100 piso=PB? rest=departamento en'],
  ['Mitre 100 piso 3 depto no tiene', 'calle=Mitre altura=100 piso=3? rest=depto no tiene'],
  ['Mitre 100 piso a confirmar', 'calle=Mitre altura=100? rest=piso a confirmar'],
  ['Mitre 100 ph al fondo', 'calle=Mitre altura=100? rest=ph al fondo'],
  ['Mitre 100 casa al fondo', 'calle=Mitre altura=100 rest=casa al fondo'],
  ['Mitre 100 fondo', 'calle=Mitre altura=100 rest=fondo'],
  ['Mitre 100 PB al frente', 'calle=Mitre altura=100 piso=PB rest=al frente'],
  ['Mitre 100 depto 3 al fondo', 'calle=Mitre altura=100 dpto=3 rest=al fondo'],
  ['Mitre 100 dpto a', 'calle=Mitre altura=100 dpto=a'],
  ['Mitre 100 piso N° 3 depto nro. 4', 'calle=Mitre altura=100 piso=3 dpto=4'],

  // What is not understood marks the values beside it.
  ['Mitre 100 P.B. "2"', 'calle=Mitre altura=100 piso=PB dpto=2'],
  ['Mitre 100 planta alta', 'calle=Mitre altura=100 piso=PA'],
  ['Mitre 100 UF 12', 'calle=Mitre altura=100 dpto=UF 12'],
  ['Mitre 100 Local 4/5', 'calle=Mitre altura=100 dpto=Local 4/5'],
  ['Mitre 100 timbre 3', 'calle=Mitre altura=100 rest=timbre 3'],
  ['Mitre 100 puesto 12', 'calle=Mitre altura=100? rest=puesto 12'],
  ['Mitre 100 Edificio Mirador 3 B', 'calle=Mitre altura=100? rest=Edificio Mirador 3 B'],
  ['Mitre 100 dpto 5° B', 'calle=Mitre altura=100 piso=5? dpto=B? rest=dpto'],
  ['Mitre 100 N° 4', 'calle=Mitre altura=100? rest=N° 4'],
  ['Mitre 100 frente a plaza 25 de Mayo', 'calle=Mitre altura=100 rest=frente a plaza 25 de Mayo'],
  ['Mitre 100 esq. 12', 'calle=Mitre altura=100 entre_calle_1=12?'],
  ['Diagonal 74 N° 1234 1/2', 'calle=Diagonal 74 altura=1234 piso=1? dpto=2?'],
  ['Mitre 100 1155551234', 'calle=Mitre? altura=100 rest=1155551234'],
  ['Torre 2 Piso 3 Dpto A', 'calle=Torre 2 Piso 3 Dpto A?'],

  // Dates and times are never a number, a floor or an apartment: programs make them of '10-12' and '3:4'.
  ['Mitre 2026-12-10', 'calle=Mitre 2026-12-10?'],
  ['Mitre 100 10/12/2026', 'calle=Mitre altura=100? rest=10/12/2026'],
  ['Mitre 100, 10-12-26', 'calle=Mitre altura=100? rest=10-12-26'],
  ['Mitre 100 10.12.2026', 'calle=Mitre altura=100? rest=10.12.2026'],
  ['Mitre 100 10-dic', 'calle=Mitre altura=100? rest=10-dic'],
  ['Mitre 100 piso 10-dic-26', 'calle=Mitre altura=100? rest=piso 10-dic-26'],
  ['Mitre 100 dic-10', 'calle=Mitre altura=100? rest=dic-10'],
  ['Mitre 100 dto 12:30', 'calle=Mitre altura=100? rest=dto 12:30'],
  ['10 de diciembre de 2026', 'calle=10 de diciembre de 2026?'],
  ['Mitre 100, 10-12', 'calle=Mitre altura=100 piso=10 dpto=12'],

  // Streets that contain a month are no dates, and a weekday's abbreviation isn't the beginning of any word.
  ['Domicilio 25 de Mayo 1234', 'calle=25 de Mayo altura=1234'],
  ['Dom. 25 de Mayo 1234', 'calle=25 de Mayo altura=1234 rest=Dom'],
  ['Domicilio 9 de Julio 850', 'calle=9 de Julio altura=850'],
  ['Martín 9 de Julio 1234', 'calle=Martín 9 de Julio? altura=1234'],
  ['Av del Mar-1234', 'calle=Av del Mar altura=1234'],
  ['Paseo del Mar-450', 'calle=Paseo del Mar altura=450'],
  ['Av. del Mar/45', 'calle=Av. del Mar altura=45'],
  ['Av. Mar-45', 'calle=Av. Mar altura=45'],
  ['20 de Junio de 1820 450', 'calle=20 de Junio de 1820 altura=450'],
  ['Calle 20 de Junio de 1920 450', 'calle=Calle 20 de Junio de 1920 altura=450'],
  ['jueves, 10 de diciembre de 2026', 'calle=jueves, 10 de diciembre de 2026'],

  // Number, floor and more in columns of their own.
  [{ street: 'Moreno (ex 25)', number: '100' }, 'calle=Moreno? altura=100 rest=(ex 25)'],
  [{ street: 'Perón (ex Cangallo)', number: '1500' }, 'calle=Perón? altura=1500 rest=(ex Cangallo)'],
  [{ street: 'Calle 50 (e/ 9 y 10)', number: '620' }, 'calle=Calle 50 altura=620 entre_calle_1=9 entre_calle_2=10'],
  [{ street: 'Mitre Piso 3 Dpto A', number: '100' }, 'calle=Mitre altura=100 piso=3 dpto=A'],
  [{ street: 'Mitre', number: '100', second: 'Piso 3 Dpto A' }, 'calle=Mitre altura=100 piso=3 dpto=A'],
  [{ street: 'Mitre', number: '100', second: 'galería 3' }, 'calle=Mitre altura=100 piso=? rest=galería 3'],
  [{ street: 'Mitre 100', second: 'T1 P2 B' }, 'calle=Mitre altura=100 piso=2? dpto=B? rest=T1'],
  [{ street: 'Mitre', number: '100', unit: 'Torre 2 3 B' }, 'calle=Mitre altura=100 piso=3? dpto=B? rest=Torre 2'],
  [
    { street: 'Mitre', number: '100', unit: '3er cuerpo 2 B' },
    'calle=Mitre altura=100 piso=2? dpto=B? rest=3er cuerpo',
  ],
  [{ street: 'Mitre 100 Piso 2', unit: 'Dpto B' }, 'calle=Mitre altura=100 piso=2 dpto=B'],
  [{ street: 'Mitre 100 Piso 2', unit: 'Piso 3 B' }, 'calle=Mitre altura=100 piso=2? dpto=? rest=Piso 3 B'],
  [{ street: 'Mitre', number: '100', known: ['CABA', '1425'], second: '' }, 'calle=Mitre altura=100'],
  [{ street: 'Mitre 100, CP C1425ABC, Capital Federal', known: ['CABA', '1425'] }, 'calle=Mitre altura=100'],
];

/** Messages as customers send them, with the parts that are read from them. */
export const DIVIDED_MESSAGES: readonly (readonly [text: string, reading: string])[] = [
  [
    'Hola! Soy Ana Gómez, vivo en Moreno (ex 25) 100, Quilmes. Tel 11 5555-1234',
    'receiver_phone=11 5555-1234 street_name=Moreno? street_number=100? first_name=Ana last_name=Gómez receiver_name=Ana Gómez city=Quilmes state=Buenos Aires? rest=(ex 25)',
  ],
  [
    'Ana Gómez\nUrquiza 400 3er cuerpo 2 B\nRosario, Santa Fe\nCP 2000',
    'zip_code=2000 street_name=Urquiza street_number=400 floor=2? apartment=B? first_name=Ana last_name=Gómez receiver_name=Ana Gómez city=Rosario state=Santa Fe rest=3er cuerpo',
  ],
  [
    'San Martín 250 T1 P2 B, Morón, Buenos Aires, 1708',
    'street_name=San Martín street_number=250 floor=2? apartment=B? zip_code=1708 city=Morón state=Buenos Aires rest=T1',
  ],
  [
    'Envío a nombre de Luis Paz\nJuan D. Perón (ex Cangallo) 1500 3° B\nCABA 1037',
    'street_name=Juan D. Perón? street_number=1500? floor=3 apartment=B first_name=Luis last_name=Paz receiver_name=Luis Paz zip_code=1037 city=CABA state=Ciudad Autónoma de Buenos Aires rest=(ex Cangallo)',
  ],
  [
    'Luis Paz, DNI 28.456.789, Calle 50 e/ 9 y 10 N° 620 PB 2, La Plata',
    'document=28456789 between_1=9 between_2=10 street_name=Calle 50 street_number=620? floor=PB apartment=2 first_name=Luis last_name=Paz receiver_name=Luis Paz city=La Plata state=Buenos Aires?',
  ],
  [
    'Av. Rivadavia 5050, 2° "B" (timbre 4), Caballito, CABA',
    'street_name=Av. Rivadavia street_number=5050 floor=2? apartment=B? city=Caballito neighborhood_name=Caballito state=Ciudad Autónoma de Buenos Aires rest=(timbre 4)',
  ],
  [
    'Mandalo a Barrio 25 de Mayo Mz 4 Casa 12, Trelew, Chubut. Dejar con el vecino (casa 14)',
    'neighborhood_name=25 de Mayo street_name=Mz 4 street_number=Casa 12 apartment=casa 14? city=Trelew state=Chubut rest=Mandalo a, Dejar con el vecino',
  ],
  [
    'Nombre: Ana Gómez\nCalle: Mitre (ex Roca)\nNúmero: 100\nPiso: 3\nDepto: B\nLocalidad: Quilmes',
    'street_name=Mitre? street_number=100 floor=3 apartment=B city=Quilmes first_name=Ana last_name=Gómez receiver_name=Ana Gómez state=Buenos Aires? rest=(ex Roca)',
  ],
  [
    'Ana Gómez (hija de Marta)\nMitre 845 2do cuerpo 1° A\nQuilmes\n11 5555-1234',
    'receiver_phone=11 5555-1234 street_name=Mitre street_number=845 floor=1 apartment=A first_name=Ana last_name=Gómez receiver_name=Ana Gómez city=Quilmes state=Buenos Aires? rest=(hija de Marta), 2do cuerpo',
  ],
  [
    'Mitre 845 entre Roca y Alsina (portón verde), Quilmes, Buenos Aires',
    'between_1=Roca between_2=Alsina street_name=Mitre street_number=845? city=Quilmes state=Buenos Aires rest=(portón verde)',
  ],
  [
    'Mitre 100 Suite 302, Palermo, CABA. Phone +54 9 11 5555-1234',
    'receiver_phone=11 5555-1234 street_name=Mitre street_number=100 apartment=Suite 302 city=Palermo neighborhood_name=Palermo state=Ciudad Autónoma de Buenos Aires',
  ],
  [
    'Ruta 8 km 45,5 (ex ruta 8), Pilar',
    'street_name=Ruta 8 street_number=km 45,5? city=Pilar state=Buenos Aires? rest=(ex ruta 8)',
  ],
  ['2026-12-10', 'rest=2026-12-10'],
  [
    'Ana Paz, Mitre 100, tel 11 5555-0101 / 11 5555-0202, DNI 00000000',
    'receiver_phone=11 5555-0101 street_name=Mitre street_number=100 first_name=Ana last_name=Paz receiver_name=Ana Paz rest=11 5555-0202, DNI 00000000',
  ],
  [
    'Ana Paz, Mitre 100 piso 10/12/2026, CP 1425, tel 11 5555-0101',
    'receiver_phone=11 5555-0101 zip_code=1425 street_name=Mitre street_number=100? first_name=Ana last_name=Paz receiver_name=Ana Paz city=CABA state=Ciudad Autónoma de Buenos Aires rest=piso 10/12/2026',
  ],
  [
    'Calle 11 1234 1900 La Plata, Tel: 221 555 1234',
    'receiver_phone=221 555-1234 street_name=Calle 11 street_number=1234 zip_code=1900 city=La Plata state=Buenos Aires?',
  ],
  [
    'Maria Lopez, tel 221 4123456, calle 11 5678 1900 La Plata',
    'receiver_phone=221 412-3456 street_name=calle 11 street_number=5678 first_name=Maria last_name=Lopez receiver_name=Maria Lopez zip_code=1900 city=La Plata state=Buenos Aires?',
  ],
  [
    'Calle 291 555 8000 Bahia Blanca Tel 291 4551234',
    'receiver_phone=291 455-1234 street_name=Calle 291 street_number=555 zip_code=8000 city=Bahia Blanca state=Buenos Aires?',
  ],
  [
    'Mitre 100, Quilmes, tel 11 5555-0101, 11 5555-0202 y 11 5555-0303, cel 11 5555-0404',
    'receiver_phone=11 5555-0101 street_name=Mitre street_number=100 city=Quilmes state=Buenos Aires? rest=11 5555-0202 y 11 5555-0303, cel 11 5555-0404',
  ],
  [
    'Av del Mar-1234, 7600 Mar del Plata',
    'street_name=Av del Mar street_number=1234 zip_code=7600 city=Mar del Plata state=Buenos Aires?',
  ],
  [
    'Mitre 100, Quilmes, Buenos Aires. Entregar el 2026-12-10 12:30',
    'street_name=Mitre street_number=100 city=Quilmes state=Buenos Aires rest=Entregar el 2026-12-10 12:30',
  ],
  [
    'Buenas! la dirección es Belgrano 1234, escalera 2, 3° C (tocar fuerte), Córdoba Capital, 5000. Gracias!',
    'street_name=Belgrano street_number=1234 floor=3 apartment=C zip_code=5000 city=Córdoba state=Córdoba rest=escalera 2, (tocar fuerte)',
  ],
];
