import { canAccess, type RouteAccess } from '#web/kit/call/route-access.ts';
import type { Session } from '#web/kit/call/session-store.ts';
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
} from '#web/kit/ui/display/icons.ts';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { paths } from '#web/paths.ts';

interface MenuPage extends MenuEntry {
  /** A session is enough by default. */
  access?: RouteAccess;
}

/** The side menu in the order of D1 §2; Logística Inversa follows Carga Masiva (readings C24). */
const MENU_PAGES: readonly (readonly MenuPage[])[] = [
  [
    { to: paths.statistics, label: 'Estadísticas', icon: <ChartPie />, shortcut: 'g s' },
    { to: paths.orders, label: 'Órdenes', icon: <ClipboardList />, shortcut: 'g o' },
    { to: paths.shipments, label: 'Envíos', icon: <Truck />, shortcut: 'g e' },
    { to: paths.bulk, label: 'Carga Masiva', icon: <Upload />, shortcut: 'g c' },
    { to: paths.reverse, label: 'Logística Inversa', icon: <Undo2 />, access: 'reverseLogistics' },
  ],
  [
    { to: paths.products, label: 'Productos', icon: <Tags />, shortcut: 'g p' },
    { to: paths.calculator, label: 'Calculadora', icon: <Calculator /> },
    { to: paths.account, label: 'Mi Cuenta', icon: <UserRound /> },
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
  return MENU_PAGES.map((group) => group.filter(({ access = 'login' }) => canAccess(access, session))).filter(
    (group) => group.length > 0,
  );
}
