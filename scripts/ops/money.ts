import * as charges from '#shared/money/staff-charges.ts';
import * as payments from '#shared/money/staff-payments.ts';
import * as tariffs from '#shared/money/staff-tariffs.ts';
import type { Given } from './arguments.ts';
import { command, commandsOf } from './command.ts';

const tariffColumns = 'valid_from, tariff, in_force, created_by';
const tariffDay = { valid_from: 'Primer día de vigencia, hoy o después; reemplaza valid_from' };

// The place of a filter in the query is that of its argument.
const monthOf = ({ query }: Given) => (query?.filter as { month?: string } | undefined)?.month ?? 'del-mes';

export const moneyCommands = commandsOf({
  'pagos-a-revisar  Lista los pagos a revisar, primero los más antiguos': command(payments.flaggedPayments, {
    meaning: { code: `Sólo los de este motivo: ${payments.ATTENTION_CODES.join(', ')}` },
  }),
  'pagos  Lista los pagos de un cliente, primero los de cambio más reciente': payments.clientPayments,
  'pago  Muestra un pago de un cliente con sus órdenes y las revisiones que se cerraron': payments.readStaffPayment,
  'cerrar-pago  Cierra la revisión de un pago con cómo se resolvió; el pago y sus órdenes no cambian': command(
    payments.closePaymentCase,
    { words: 'clientId, id', meaning: { reason: 'Cómo se resolvió' }, show: ({ results }) => [results.closures] },
  ),
  'cobros  Suma lo que se cobra a cada cliente por los envíos retirados en un mes': command(charges.listCharges, {
    meaning: { search: 'Parte del nombre de la empresa, o del CUIT' },
  }),
  'cobros-csv  Guarda como CSV lo que se cobra a cada cliente en un mes': command(charges.exportCharges, {
    fileName: (given) => `cobros-${monthOf(given)}`,
  }),
  'cobros-de  Lista los envíos de un cliente que se cobran en un mes, con sus ajustes': charges.listClientCharges,
  'cobros-de-csv  Guarda como CSV los envíos de un cliente que se cobran en un mes': command(
    charges.exportClientCharges,
    { fileName: (given) => `cobros-${given.params?.clientId}-${monthOf(given)}` },
  ),

  'tarifas  Lista las tarifas generales, primero la que empieza más tarde': command(tariffs.listTariffs, {
    columns: 'id, valid_from, in_force, zones, tax_percent, created_at',
  }),
  'tarifa  Carga una tarifa general desde un archivo; una fila de `tarifas --json` sirve de modelo': command(
    tariffs.publishTariff,
    { meaning: tariffDay, columns: 'id, valid_from, in_force, zones' },
  ),
  'tarifas-de  Lista las tarifas propias de un cliente, primero la que empieza más tarde': command(
    tariffs.listClientTariffs,
    { columns: tariffColumns },
  ),
  'tarifa-de  Le da a un cliente una tarifa propia desde un archivo; vale para sus cotizaciones y órdenes nuevas':
    command(tariffs.publishClientTariff, { meaning: tariffDay, columns: tariffColumns }),
  'tarifa-general  Devuelve un cliente a la tarifa general desde un día': command(tariffs.endClientTariff, {
    words: 'clientId',
    meaning: { valid_from: 'Primer día con la tarifa general, hoy o después' },
    columns: tariffColumns,
  }),
});
