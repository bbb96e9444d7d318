import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import { SlidersHorizontal } from '#web/kit/ui/display/icons.ts';
import { Pill } from '#web/kit/ui/display/pill.tsx';
import { FilterBar, FilterGrid } from '#web/kit/ui/layout/layouts.tsx';
import { TABLET, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { DensityToggle } from '#web/kit/ui/table/density.tsx';
import type { ListFilters } from './filters.ts';
import styles from './list-filters.module.css';

/** An applied filter for display, and the names to clear when it is removed. */
export interface AppliedFilter<N extends string> {
  names: readonly N[];
  label: string;
  value: string;
}

interface ListFiltersProps<N extends string> {
  filters: ListFilters<N>;
  /** The fields, in order. */
  children: ReactNode;
  applied: readonly AppliedFilter<N>[];
  /**
   * Renders the label of the dialog's button: 'Ver 37 resultados'. Called as a function, not mounted as a component, so
   * that its state survives typing.
   */
  Preview: () => ReactNode;
  /** Names or changes the order of the list. */
  order?: ReactNode;
  /** Whether the density of the list's rows can be chosen; true by default. */
  density?: boolean;
  /** Whether five fields are in one line, where there is room. */
  oneLine?: boolean;
}

/** The search form of a list: above the table, on phones and tablets in a dialog; below it the applied filters. */
export function ListFiltersForm<N extends string>({
  filters,
  children,
  applied,
  Preview,
  order,
  density = true,
  oneLine,
}: ListFiltersProps<N>) {
  const tablet = useMediaQuery(TABLET);
  const [open, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const search = (event: FormEvent) => {
    event.preventDefault();
    if (filters.search()) setOpen(false);
    // After the messages are rendered.
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const removeAll = (names: readonly N[]) =>
    filters.apply(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<N, string>>);

  const pills = applied.map(({ names, label, value }) => (
    <Pill key={label} label={label} value={value} onRemove={() => removeAll(names)} />
  ));

  if (!tablet) {
    return (
      <>
        <form ref={form} aria-label="Filtros" noValidate onSubmit={search}>
          <FilterGrid
            oneLine={oneLine}
            actions={
              <>
                <Button type="submit" variant="brand" wide>
                  Buscar
                </Button>
                <Button variant="quiet" wide onClick={filters.clear}>
                  Limpiar
                </Button>
              </>
            }
          >
            {children}
          </FilterGrid>
        </form>
        <FilterBar
          end={
            <>
              {order}
              {density && <DensityToggle />}
            </>
          }
        >
          {pills}
        </FilterBar>
      </>
    );
  }
  return (
    <>
      <FilterBar end={order}>
        <Button size="sm" icon={<SlidersHorizontal />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Filtros
        </Button>
        {pills}
      </FilterBar>
      <Dialog open={open} onOpenChange={setOpen} title="Filtros" shape="full">
        <form ref={form} aria-label="Filtros" noValidate onSubmit={search} className={styles.phone}>
          <div className={styles.fields}>{children}</div>
          <div className={styles.actions}>
            <Button
              onClick={() => {
                filters.clear();
                setOpen(false);
              }}
            >
              Limpiar
            </Button>
            <Button type="submit" variant="primary">
              {Preview()}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
