/** The component workbench: every component in every state. Served by `npm run workbench`; not part of the portal. */
import '#web/kit/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter, Route, Routes } from 'react-router';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { Boxes, ChartPie, ClipboardList, LogOut, Plus, Tags, Truck, UserRound } from '#web/kit/ui/display/icons.ts';
import { AlertsProvider } from '#web/kit/ui/layout/alerts.tsx';
import { AppShell } from '#web/kit/ui/layout/app-shell.tsx';
import { AuthLayout } from '#web/kit/ui/layout/auth-layout.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import { GalleryAuth } from './gallery-auth.tsx';
import { GalleryButtons } from './gallery-buttons.tsx';
import { GalleryFields } from './gallery-fields.tsx';
import { GalleryDetail, GalleryForm } from './gallery-layouts.tsx';
import { GalleryList } from './gallery-list.tsx';
import { GalleryMessages } from './gallery-messages.tsx';
import { GalleryTables } from './gallery-tables.tsx';

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
