import { type ComponentType, Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyPage } from '#web/console/kit/lazy-page.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import { TARIFFS_PATH } from '#web/money/staff/tariffs/tariff-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { SECTIONS, type SectionSlug, sectionPath } from './settings-paths.ts';

const CONTENTS: Record<SectionSlug, ComponentType<{ me: Me }>> = {
  '': lazyPage(async () => (await import('./first-steps.tsx')).FirstSteps),
  terminos: lazyPage(async () => (await import('./terms-section.tsx')).TermsSection),
  puntos: lazyPage(async () => (await import('#web/provider/staff/lists/points-section.tsx')).PointsSection),
  'codigos-postales': lazyPage(
    async () => (await import('#web/provider/staff/lists/zip-codes-section.tsx')).ZipCodesSection,
  ),
  categorias: lazyPage(
    async () => (await import('#web/provider/staff/lists/categories-section.tsx')).CategoriesSection,
  ),
  feriados: lazyPage(async () => (await import('#web/provider/staff/holidays/holidays-section.tsx')).HolidaysSection),
  claves: lazyPage(async () => (await import('./keys-section.tsx')).KeysSection),
};

/** `/consola/configuracion` and its sections: what the provider enters once and changes seldom. */
export function SettingsPage({ me }: { me: Me }) {
  const { section: slug = '' } = useParams();
  const current = SECTIONS.find((one) => one.slug === slug);
  if (!current) return <EmptyState title="La página no existe" text="Elegí una en Configuración." />;
  const Content = CONTENTS[current.slug];
  return (
    <>
      <PageHeader title={current.name} tabTitle={`${current.name} · Configuración`} />
      <div className="stack">
        <QuickViews
          label="Configuración"
          views={[
            ...SECTIONS.map(({ slug, name }) => ({
              to: sectionPath(slug),
              label: name,
              current: slug === current.slug,
            })),
            { to: TARIFFS_PATH, label: 'Tarifas', current: false },
          ]}
        />
        <Suspense fallback={<Skeleton lines={8} />}>
          <Content me={me} />
        </Suspense>
      </div>
    </>
  );
}
