import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, IconButton, LinkButton } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { CreditCard, Ellipsis, Eye, Plus, Printer, SlidersHorizontal } from '#web/kit/ui/display/icons.ts';
import { Pill } from '#web/kit/ui/display/pill.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { FilterBar, FilterGrid } from '#web/kit/ui/layout/layouts.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { StickyBar } from '#web/kit/ui/layout/sticky-bar.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { Menu, MenuLink } from '#web/kit/ui/overlay/menu.tsx';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import { type Column, DataTable } from '#web/kit/ui/table/data-table.tsx';
import { DensityToggle } from '#web/kit/ui/table/density.tsx';
import { Pager } from '#web/kit/ui/table/pager.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { ORDERS, type SampleOrder } from './orders.ts';

const more = (row: SampleOrder) => (
  <Menu trigger={<IconButton size="sm" label={`Más acciones de ${row.orderId}`} icon={<Ellipsis />} />}>
    <MenuLink to="/detalle" icon={<Eye />}>
      Ver detalle
    </MenuLink>
  </Menu>
);

const COLUMNS: Column<SampleOrder>[] = [
  { id: 'day', header: 'Fecha de Creación', cell: (row) => row.day, muted: true },
  {
    id: 'orderId',
    header: 'Nro. de Orden Interno',
    pin: 'left',
    minWidth: 98,
    cell: (row) => (
      <a className="name-link hyphenated-id" href="#/detalle">
        {row.orderId}
      </a>
    ),
  },
  { id: 'id', header: 'Nro. de Orden', cell: (row) => <span className="id-text muted">{row.id}</span> },
  { id: 'cost', header: 'Costo de Envío', align: 'right', cell: (row) => row.cost },
  {
    id: 'shipments',
    header: 'Envío',
    cell: (row) =>
      row.shipments.length < 2
        ? (row.shipments[0] ?? '-')
        : row.shipments.map((id, index) => (
            <span key={id} className="row-line">
              {id}
              {index < row.shipments.length - 1 ? ',' : ''}
            </span>
          )),
  },
  { id: 'state', header: 'Estado', cell: (row) => <Badge colour={row.colour}>{row.state}</Badge> },
  {
    id: 'printed',
    header: 'Impreso',
    cell: (row) => (
      <Badge quiet colour={row.printed ? 'verde' : 'rojo'}>
        {row.printed ? 'SI' : 'NO'}
      </Badge>
    ),
  },
  { id: 'receiver', header: 'Destinatario', cell: (row) => row.receiver },
  { id: 'mode', header: 'Modo de Entrega', cell: (row) => row.mode, muted: true },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    cell: (row) => (
      <span style={{ display: 'inline-flex', gap: 2 }}>
        {row.blockedReason ? null : <IconButton size="sm" label={`Imprimir ${row.orderId}`} icon={<Printer />} />}
        {more(row)}
      </span>
    ),
  },
];

export function GalleryList() {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<Set<string>>(new Set(ORDERS.slice(0, 2).map((row) => row.id)));
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(10);
  const [filters, setFilters] = useState(false);
  const [day, setDay] = useState('2026-11-15');
  const phone = useMediaQuery(PHONE);
  const fields = (
    <FilterGrid
      actions={
        <>
          <Button variant="brand">Buscar</Button>
          <Button variant="quiet">Limpiar</Button>
        </>
      }
    >
      {['Nombre y Apellido Cliente', 'Nro. de Orden Interno', 'Nro. de Orden', 'Envío'].map((label) => (
        <Field key={label} label={label} light>
          <TextInput />
        </Field>
      ))}
      <Field label="Modo de Entrega" light>
        <Select placeholder="Todos" options={[]} />
      </Field>
      <Field label="Fecha de Creación Desde" light>
        <DateInput value={day} onChange={setDay} />
      </Field>
      <Field label="Fecha de Creación Hasta" light>
        <DateInput value="2026-11-18" onChange={() => undefined} />
      </Field>
      <Field label="Impreso" light>
        <Select placeholder="Todos" options={[]} />
      </Field>
    </FilterGrid>
  );
  return (
    <>
      <PageHeader
        title="Ordenes"
        count="37 órdenes"
        actions={
          <>
            <Button className="desktop-only" icon={<CreditCard />}>
              Pagar en lote
            </Button>
            <Button className="desktop-only" icon={<Printer />} aria-pressed>
              Imprimir en lote
            </Button>
            <LinkButton to="/formulario" variant="primary" icon={<Plus />}>
              Nueva Orden
            </LinkButton>
          </>
        }
      />
      <QuickViews
        label="Vistas"
        views={[
          { to: '/lista?v=1', label: 'Por imprimir', count: 12, current: false },
          { to: '/lista?v=2', label: 'Pendientes de pago', count: 3, current: false },
          { to: '/lista?v=3', label: 'Con problema', count: 2, current: false },
          { to: '/lista', label: 'Todas', count: 37, current: true },
        ]}
      />
      {phone ? (
        <Dialog open={filters} onOpenChange={setFilters} title="Filtros" shape="full">
          {fields}
        </Dialog>
      ) : (
        fields
      )}
      <FilterBar end={phone ? null : <DensityToggle />}>
        {phone ? (
          <Button size="sm" icon={<SlidersHorizontal />} onClick={() => setFilters(true)}>
            Filtros
          </Button>
        ) : null}
        <Pill label="Creada" value="15/11 – 18/11/2026" onRemove={() => undefined} />
      </FilterBar>
      <DataTable
        label="Órdenes"
        columns={COLUMNS}
        rows={ORDERS}
        rowKey={(row) => row.id}
        onOpen={() => navigate('/detalle')}
        selection={{
          selected,
          onChange: setSelected,
          blockedReason: (row) => row.blockedReason,
          name: (row) => row.orderId,
        }}
        card={(row, { checkbox }) => (
          <RowCard
            checkbox={checkbox}
            name={row.orderId}
            to="/detalle"
            amount={row.cost}
            blockedReason={row.blockedReason}
            footer={
              <>
                <Badge colour={row.colour}>{row.state}</Badge>
                <span className="muted">{row.printed ? 'Impreso' : 'Sin imprimir'}</span>
              </>
            }
            actions={more(row)}
          >
            <p>{row.receiver}</p>
            <p className="muted tabular-nums">
              {row.id} · {row.day}
            </p>
          </RowCard>
        )}
      />
      <Pager page={page} pageSize={size} pageCount={4} onPage={setPage} onPageSize={setSize} total="37 órdenes" />
      {selected.size > 0 ? (
        <StickyBar
          summary={`${selected.size} órdenes seleccionadas`}
          detail="5 etiquetas · 1 ya se imprimió"
          onClear={() => setSelected(new Set())}
          middle={<span>PDF · 95 × 125 mm · 2 por hoja</span>}
        >
          <Button variant="primary" icon={<Printer />} kbd="Ctrl Enter">
            Imprimir ({selected.size})
          </Button>
        </StickyBar>
      ) : null}
    </>
  );
}
