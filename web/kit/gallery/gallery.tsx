/** The component workbench: every component in every state. Served by `npm run workbench`; not part of the portal. */
import '#web/kit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter, Route, Routes } from 'react-router';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Boxes, ChartPie, ClipboardList, LogOut, Plus, Tags, Truck, UserRound } from '#web/kit/ui/display/icons.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { PasswordInput, TextInput } from '#web/kit/ui/field/text-input.tsx';
import { AlertsProvider } from '#web/kit/ui/layout/alerts.tsx';
import { AppShell } from '#web/kit/ui/layout/app-shell.tsx';
import { AuthLayout } from '#web/kit/ui/layout/auth-layout.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import { type Column, DataTable } from '#web/kit/ui/table/data-table.tsx';
import { GalleryButtons } from './buttons.tsx';
import { GalleryFields } from './fields.tsx';
import styles from './gallery.module.css';
import { GalleryDetail, GalleryForm } from './layouts.tsx';
import { GalleryList } from './list.tsx';
import { GalleryMessages } from './messages.tsx';
import { ORDERS, type SampleOrder } from './orders.ts';
import { Section } from './section.tsx';

const GROUPS = [
  [
    { to: '/', label: 'Componentes', icon: <ChartPie />, shortcut: 'g s' },
    { to: '/lista', label: 'Lista', icon: <ClipboardList />, shortcut: 'g o' },
    { to: '/detalle', label: 'Detalle', icon: <Truck />, shortcut: 'g e' },
    { to: '/formulario', label: 'Formulario', icon: <Tags /> },
  ],
  [
    { to: '/ingreso', label: 'Ingreso', icon: <UserRound /> },
    { to: '/nada', label: 'Stock', icon: <Boxes /> },
  ],
];
const LAST = [{ to: '/salir', label: 'Cerrar Sesión', icon: <LogOut /> }];

const COLUMNS: Column<SampleOrder>[] = [
  { id: 'day', header: 'Fecha de Creación', cell: (row) => row.day, muted: true },
  {
    id: 'id',
    header: 'Nro. de Orden',
    cell: (row) => (
      <a className="name-link id-text" href="#/detalle">
        {row.id}
      </a>
    ),
  },
  { id: 'cost', header: 'Costo de Envío', cell: (row) => row.cost, align: 'right' },
  { id: 'state', header: 'Estado', cell: (row) => <Badge colour={row.colour}>{row.state}</Badge> },
];

function GalleryTables() {
  const rows = ORDERS.slice(0, 4);
  const common = { columns: COLUMNS, rowKey: (row: SampleOrder) => row.id, boxed: true, pageSize: 4 };
  return (
    <Section title="Tabla">
      <div className={styles.wide}>
        <figure>
          <figcaption>Filas</figcaption>
          <DataTable {...common} label="Filas" rows={rows} />
        </figure>
        <figure>
          <figcaption>Cargando por primera vez</figcaption>
          <DataTable {...common} label="Primera carga" rows={undefined} />
        </figure>
        <figure>
          <figcaption>Cambiando de página</figcaption>
          <DataTable {...common} label="Cambio de página" rows={rows} refreshing />
        </figure>
        <figure>
          <figcaption>Vacía</figcaption>
          <DataTable
            {...common}
            label="Vacía"
            rows={[]}
            emptyAction={
              <Button variant="primary" icon={<Plus />}>
                Crear tu primera orden
              </Button>
            }
          />
        </figure>
        <figure>
          <figcaption>Vacía con filtros</figcaption>
          <DataTable {...common} label="Vacía con filtros" rows={[]} filtered onClearFilters={() => undefined} />
        </figure>
        <figure>
          <figcaption>Error</figcaption>
          <DataTable {...common} label="Error" rows={undefined} failed onRetry={() => undefined} />
        </figure>
      </div>
    </Section>
  );
}

function Kit() {
  return (
    <>
      <PageHeader title="Componentes" count="Cada uno en cada estado" />
      <SheetBody>
        <GalleryButtons />
        <GalleryFields />
        <GalleryTables />
        <GalleryMessages />
      </SheetBody>
    </>
  );
}

function Inside() {
  return (
    <AppShell
      groups={GROUPS}
      last={LAST}
      home="/"
      user={{ name: 'Sofía Ferreyra', company: 'Almacén Quebracho' }}
      userMenu={
        <>
          <MenuLink to="/formulario">Mi Cuenta</MenuLink>
          <MenuItem onSelect={() => undefined}>Atajos del teclado</MenuItem>
          <MenuRule />
          <MenuLink to="/ingreso">Cerrar Sesión</MenuLink>
        </>
      }
      onSearch={() => undefined}
      searchKeys="Ctrl K"
      action={
        <LinkButton to="/formulario" icon={<Plus />}>
          Nueva Orden
        </LinkButton>
      }
    >
      <Routes>
        <Route path="/lista" element={<GalleryList />} />
        <Route path="/detalle" element={<GalleryDetail />} />
        <Route path="/formulario" element={<GalleryForm />} />
        <Route path="*" element={<Kit />} />
      </Routes>
    </AppShell>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');

const GalleryAuth = {
  Form: () => (
    <>
      <form className="stack">
        <Field label="Usuario">
          <TextInput defaultValue="sofia.ferreyra" autoComplete="username" />
        </Field>
        <Field label="Contraseña">
          <PasswordInput defaultValue="quebracho" autoComplete="current-password" />
        </Field>
        <Button variant="primary" type="submit">
          Entrar
        </Button>
      </form>
      <p style={{ marginTop: 16, textAlign: 'center' }}>
        <a href="#/ingreso">¿Has olvidado la contraseña?</a>
      </p>
    </>
  ),
  Stub: () => (
    <>
      <span className="muted">¿Todavía no tenés cuenta?</span>
      <LinkButton to="/" size="sm">
        Registrate
      </LinkButton>
    </>
  ),
};

createRoot(root).render(
  <StrictMode>
    <HashRouter>
      <AlertsProvider>
        <Routes>
          <Route
            path="/ingreso"
            element={
              <AuthLayout tagline="La solución logística de tu negocio" stub={<GalleryAuth.Stub />}>
                <GalleryAuth.Form />
              </AuthLayout>
            }
          />
          <Route path="*" element={<Inside />} />
        </Routes>
      </AlertsProvider>
    </HashRouter>
  </StrictMode>,
);
