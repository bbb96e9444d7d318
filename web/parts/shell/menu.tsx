import { canAccess, type RouteAccess } from '#web/lib/route-access.ts';
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

interface MenuPage extends MenuEntry {
  access: RouteAccess;
}

/** The side menu in the order of D1 §2; Logística Inversa follows Carga Masiva (readings C24). */
const MENU_PAGES: readonly (readonly MenuPage[])[] = [
  [
    { to: paths.statistics, label: 'Estadísticas', icon: <ChartPie />, shortcut: 'g s', access: 'login' },
    { to: paths.orders, label: 'Órdenes', icon: <ClipboardList />, shortcut: 'g o', access: 'login' },
    { to: paths.shipments, label: 'Envíos', icon: <Truck />, shortcut: 'g e', access: 'login' },
    { to: paths.bulk, label: 'Carga Masiva', icon: <Upload />, shortcut: 'g c', access: 'login' },
    { to: paths.reverse, label: 'Logística Inversa', icon: <Undo2 />, access: 'reverseLogistics' },
  ],
  [
    { to: paths.products, label: 'Productos', icon: <Tags />, shortcut: 'g p', access: 'login' },
    { to: paths.calculator, label: 'Calculadora', icon: <Calculator />, access: 'login' },
    { to: paths.account, label: 'Mi Cuenta', icon: <UserRound />, access: 'login' },
  ],
  [
    { to: paths.payments, label: 'Pagos', icon: <Wallet />, access: 'prepaid' },
    { to: paths.fulfillment, label: 'Pedidos Fulfillment', icon: <Warehouse />, access: 'fulfillment' },
    { to: paths.stock, label: 'Stock', icon: <Boxes />, access: 'fulfillment' },
  ],
];

/** The last entry of the menu. */
export const LOGOUT_ENTRY: readonly MenuEntry[] = [{ to: paths.logout, label: 'Cerrar Sesión', icon: <LogOut /> }];

/** Returns the pages that a session may open, grouped. */
export function menuOf(session: Session): MenuEntry[][] {
  return MENU_PAGES.map((group) => group.filter(({ access }) => canAccess(access, session))).filter(
    (group) => group.length > 0,
  );
}
