import * as staff from '#shared/people/staff.ts';
import * as activity from '#shared/people/staff-activity.ts';
import * as categories from '#shared/provider/staff-categories.ts';
import * as holidays from '#shared/provider/staff-holidays.ts';
import * as keys from '#shared/provider/staff-keys.ts';
import * as points from '#shared/provider/staff-pickup-points.ts';
import * as setup from '#shared/provider/staff-setup.ts';
import * as terms from '#shared/provider/staff-terms.ts';
import * as zipCodes from '#shared/provider/staff-zip-codes.ts';
import { command, commandsOf, withResults } from './command.ts';

/** Returns lines about each missing setting: its name, the effect, and the command that enters it. */
const missingLines = (missing: readonly setup.SetupStep[]) =>
  missing.flatMap(({ name, effect, how }) => ['', `  ${name}. ${effect}.`, `    ${how}`]);

export const providerCommands = commandsOf({
  'faltantes  Muestra qué hay que cargar antes de la primera orden, y con qué comando': command(setup.readSetup, {
    show: ({ results: { ready, steps } }) => {
      const missing = steps.filter(({ done }) => !done);
      const advised = missing.filter(({ required }) => !required);
      const title = ready ? 'No falta nada para la primera orden' : 'Antes de la primera orden hay que cargar:';
      return [
        [title, ...missingLines(missing.filter(({ required }) => required))].join('\n'),
        advised.length > 0 ? ['Conviene configurar:', ...missingLines(advised)].join('\n') : '',
      ];
    },
  }),
  'ejemplos  Carga una tarifa, términos y puntos de retiro de ejemplo, cada grupo sólo si está vacío': withResults(
    setup.loadExamples,
  ),
  'probar-email  Envía un email de prueba; `faltantes` muestra si el servidor de correo lo aceptó': setup.testMail,
  'probar-pagos  Pregunta a Mercado Pago por la cuenta que recibe los pagos': withResults(setup.testPayments),

  'terminos  Lista las versiones de los términos; con un archivo, publica una versión que cada cliente tiene que aceptar':
    command(terms.listTerms, {
      change: terms.publishTerms,
      words: 'text=[ARCHIVO.html]',
      columns: 'id, published_at, binds_from, accepted_by, not_accepted_by, Comienzo',
      values: {
        Comienzo: ({ text }) =>
          text
            .replace(/<[^>]*>/g, ' ')
            .trim()
            .slice(0, 60),
      },
    }),
  'terminos-probar  Muestra cómo queda un texto de términos, sin publicarlo': command(terms.previewTerms, {
    words: 'text=ARCHIVO.html',
    show: ({ results }) => [results.text],
  }),
  'terminos-pendientes  Lista los clientes que no aceptaron una versión de los términos': terms.pendingTerms,

  'punto  Agrega un punto de retiro o, si el código existe, cambia los datos indicados': withResults(
    points.savePickupPoint,
  ),
  'puntos-cargar  Agrega y cambia puntos de retiro con un CSV como el de `puntos-exportar`; una celda vacía no cambia nada':
    command(points.importPickupPoints, { words: 'text=ARCHIVO.csv', columns: '*' }),
  'codigo-postal  Agrega una localidad con su código postal': zipCodes.addLocality,
  'codigo-postal-quitar  Quita una localidad; las órdenes conservan su código postal': zipCodes.removeLocality,
  'codigos-postales-cargar  Agrega las localidades de un CSV con las columnas cp, localidad y provincia': command(
    zipCodes.importLocalities,
    { words: 'text=ARCHIVO.csv', columns: '*' },
  ),
  'categorias  Lista las categorías de productos': categories.listCategories,
  'categoria-nueva  Agrega una categoría': withResults(categories.createCategory),
  'categoria  Cambia el nombre de una categoría': withResults(categories.renameCategory),

  'feriados  Lista los feriados de un año: los nacionales y los días que cargaste': command(holidays.listHolidays, {
    columns: 'date, name, own, works, national',
  }),
  'feriado-efecto  Dice qué cambiaría si se carga un día, o si se quita: cuántos envíos mueven su fecha':
    holidays.readHolidayEffect,
  'feriado-nuevo  Carga un día en que no se trabaja o, con --trabajamos, un feriado nacional en que sí': withResults(
    holidays.addHoliday,
  ),
  'feriado-quitar  Quita un día cargado que todavía no llegó': withResults(holidays.removeHoliday),

  'claves  Lista las claves de operador; sólo se guarda su hash': keys.listKeys,
  'clave-nueva  Crea una clave y la muestra una única vez': command(keys.createKey, {
    columns: 'id=Número, name, key',
  }),
  'revocar  Revoca una clave de inmediato, sin vuelta atrás': keys.revokeKey,

  'administrador  Invita a un administrador: el primero, u otro': command(staff.inviteStaff, {
    set: { role: 'admin' },
  }),
  'invitar  Invita a una persona al personal; el enlace sirve 72 horas': command(staff.inviteStaff, { words: 'email' }),
  'personal  Lista el personal y las invitaciones': command(staff.listStaff, {
    columns: 'id, name, email, role, state, invitation_mail, second_factor, last_seen_at',
  }),
  'reenviar  Envía de nuevo una invitación; la anterior deja de servir': staff.resendStaffInvitation,
  'retirar  Retira una invitación: su enlace deja de servir': staff.withdrawStaffInvitation,
  'cambiar-rol  Cambia el rol de una persona': command(staff.changeStaff, {
    words: 'id, role',
    columns: 'active_keys',
  }),
  'suspender  Suspende a una persona y cierra sus sesiones': command(staff.changeStaff, {
    set: { suspended: true },
    options: '',
    columns: 'active_keys',
  }),
  'readmitir  Termina la suspensión de una persona': command(staff.changeStaff, {
    set: { suspended: false },
    options: '',
  }),
  'codigo-de-ingreso  Da a una persona que perdió el teléfono un código para entrar; sirve una vez, durante 10 minutos':
    withResults(staff.giveStaffRecoveryCode),
  'restablecer-contrasena  Anula la contraseña de una persona, cierra sus sesiones y le envía un enlace para elegir otra; sirve 72 horas':
    withResults(staff.withdrawStaffPassword),
  'actividad  Lista quién hizo qué, lo último primero': command(activity.listAllActivity, {
    columns: 'at, client_id, Quién, Tipo, Id, Email, action, Sobre, network, times',
    values: {
      Quién: ({ actor }) => actor.name || 'sin sesión',
      Tipo: ({ actor }) => actor.kind,
      Id: ({ actor }) => actor.id,
      Email: ({ actor }) => actor.email,
      Sobre: (one) => one.target_name ?? one.target,
    },
  }),
});
