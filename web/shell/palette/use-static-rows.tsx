import { useCapability } from '#web/kit/call/capabilities.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import {
  Contrast,
  CreditCard,
  Keyboard,
  LogOut,
  Moon,
  Plus,
  Printer,
  Sun,
  TriangleAlert,
  Undo2,
  UserRound,
} from '#web/kit/ui/display/icons.ts';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { THEMES, useTheme } from '#web/kit/ui/layout/theme.ts';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import type { PaletteRow } from './palette-row.ts';

/** Keywords of the pages of the menu. */
const KEYWORDS: Record<string, string> = {
  [paths.statistics]: 'inicio informes totales provincias reportes resumen',
  [paths.orders]: 'pedidos ventas imprimir listado',
  [paths.shipments]: 'etiquetas paquetes imprimir rastrear seguimiento tracking',
  [paths.bulk]: 'csv excel importar lote subir archivo planilla',
  [paths.reverse]: 'cambios devoluciones devolver retirar',
  [paths.products]: 'sku catálogo artículos',
  [paths.calculator]: 'cotizar tarifa precio costo calcular',
  [paths.account]: 'usuario datos perfil configuración',
  [paths.payments]: 'cobros mercado pago pagar',
  [paths.fulfillment]: 'depósito preparación',
  [paths.stock]: 'inventario depósito lotes',
};

const THEME_ITEMS = {
  system: { label: 'Usar el tema del sistema', icon: <Contrast /> },
  light: { label: 'Usar el tema claro', icon: <Sun /> },
  dark: { label: 'Usar el tema oscuro', icon: <Moon /> },
};

interface StaticRows {
  pages: PaletteRow[];
  actions: PaletteRow[];
}

/**
 * Returns the pages and actions that the palette offers without a search.
 *
 * @param menu the menu's pages that this session may open
 */
export function useStaticRows(menu: readonly MenuEntry[], showShortcuts: () => void): StaticRows {
  const { prepaid, reverseLogistics } = useClientSession();
  const disabledReason = usePermissionReason('orders');
  const quickViews = useCapability('quickViews') !== false;
  const openItems = useCapability('openItems') !== false;
  const phone = useMediaQuery(PHONE);
  const [theme, chooseTheme] = useTheme();

  const to = (path: string, label: string, icon: PaletteRow['icon'], keywords = '', detail = ''): PaletteRow => ({
    key: `a${label}`,
    kind: 'action',
    label,
    icon,
    keywords,
    detail,
    to: path,
  });
  const inAccount = (label: string, icon: PaletteRow['icon'], keywords: string) =>
    to(paths.account, label, icon, keywords, 'Mi Cuenta');

  const linked = [
    { ...to(paths.newOrder, 'Nueva Orden', <Plus />, 'crear cargar agregar pedido envío venta'), disabledReason },
    ...(reverseLogistics
      ? [
          {
            ...to(paths.newReverse, 'Nueva orden de logística inversa', <Undo2 />, 'crear cambio devolución'),
            disabledReason,
          },
        ]
      : []),
    ...(quickViews
      ? [
          to(
            `${paths.orders}?estado=por_imprimir`,
            'Órdenes por imprimir',
            <Printer />,
            'etiquetas pendientes impresión',
          ),
          ...(prepaid
            ? [
                to(
                  `${paths.orders}?estado=pendiente_pago`,
                  'Órdenes pendientes de pago',
                  <CreditCard />,
                  'pagar cobrar',
                ),
              ]
            : []),
          to(`${paths.orders}?estado=con_problema`, 'Órdenes con problema', <TriangleAlert />, 'incidencias fallidas'),
          to(`${paths.orders}?demoradas=1`, 'Órdenes demoradas', <TriangleAlert />, 'atrasadas vencidas tarde'),
        ]
      : []),
    ...(openItems
      ? [to(paths.pending, 'Requiere tu acción', <TriangleAlert />, 'pendientes resolver problemas hoy')]
      : []),
    inAccount('Cambiar contraseña', <UserRound />, 'clave password'),
    inAccount('Configurar impresión', <Printer />, 'imprimir impresora etiquetas formato pdf zpl tamaño prueba'),
    inAccount('Domicilios de colecta', <UserRound />, 'direcciones retiro depósito'),
  ];

  const themes = THEMES.filter((name) => name !== theme).map(
    (name): PaletteRow => ({
      ...THEME_ITEMS[name],
      key: name,
      kind: 'action',
      keywords: 'cambiar modo apariencia',
      run: () => chooseTheme(name),
    }),
  );

  const shortcuts: PaletteRow = {
    key: 'keys',
    kind: 'action',
    label: 'Atajos de teclado',
    icon: <Keyboard />,
    keywords: 'ayuda teclas',
    run: showShortcuts,
  };

  return {
    pages: menu.map((entry) => ({
      key: `p${entry.to}`,
      kind: 'page',
      label: entry.label,
      icon: entry.icon,
      to: entry.to,
      keywords: KEYWORDS[entry.to] ?? '',
    })),
    actions: [
      ...linked,
      ...themes,
      ...(phone ? [] : [shortcuts]),
      to(paths.logout, 'Cerrar Sesión', <LogOut />, 'salir desconectar logout'),
    ],
  };
}
