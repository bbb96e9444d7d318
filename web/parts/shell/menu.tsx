import { type Gate, opens } from '#web/lib/gates.ts';
import type { Session } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';
import {
  Boxes,
  Calculator,
  ChartPie,
  ClipboardList,
  LogOut,
  Tags,
  Truck,
  Undo2,
  Upload,
  UserRound,
  Wallet,
  Warehouse,
} from '#web/ui/icons.ts';
import type { MenuEntry } from '#web/ui/menu-entries.tsx';

interface Place extends MenuEntry {
  gate: Gate;
}

/** The side menu in the order of D1 §2; Logística Inversa stands after Carga Masiva (readings C24). */
const PLACES: readonly (readonly Place[])[] = [
  [
    { to: paths.statistics, label: 'Estadísticas', icon: <ChartPie />, shortcut: 'g s', gate: 'login' },
    { to: paths.orders, label: 'Órdenes', icon: <ClipboardList />, shortcut: 'g o', gate: 'login' },
    { to: paths.shipments, label: 'Envíos', icon: <Truck />, shortcut: 'g e', gate: 'login' },
    { to: paths.bulk, label: 'Carga Masiva', icon: <Upload />, shortcut: 'g c', gate: 'login' },
    { to: paths.reverse, label: 'Logística Inversa', icon: <Undo2 />, gate: 'logistica_inversa' },
  ],
  [
    { to: paths.products, label: 'Productos', icon: <Tags />, shortcut: 'g p', gate: 'login' },
    { to: paths.calculator, label: 'Calculadora', icon: <Calculator />, gate: 'login' },
    { to: paths.account, label: 'Mi Cuenta', icon: <UserRound />, gate: 'login' },
  ],
  [
    { to: paths.payments, label: 'Pagos', icon: <Wallet />, gate: 'prepago' },
    { to: paths.fulfillment, label: 'Pedidos Fulfillment', icon: <Warehouse />, gate: 'fulfillment' },
    { to: paths.stock, label: 'Stock', icon: <Boxes />, gate: 'fulfillment' },
  ],
];

/** Last in the menu. */
export const WAY_OUT: readonly MenuEntry[] = [{ to: paths.logout, label: 'Cerrar Sesión', icon: <LogOut /> }];

/** The places that a session may enter, in their groups. */
export function menuOf(session: Session): MenuEntry[][] {
  return PLACES.map((group) => group.filter(({ gate }) => opens(gate, session))).filter((group) => group.length > 0);
}
