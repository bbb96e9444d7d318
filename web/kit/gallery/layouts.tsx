import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { ExternalLink, Pencil, Printer } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { Timeline } from '#web/kit/ui/display/timeline.tsx';
import { RadioCards } from '#web/kit/ui/field/choice.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { NumberInput, Textarea, TextInput } from '#web/kit/ui/field/text-input.tsx';
import { DetailLayout, FormFooter, FormGrid, FormLayout, FormSection, SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Metrics, Panel, SummaryBox, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { Tabs } from '#web/kit/ui/layout/tabs.tsx';
import { DisclosureCard } from '#web/kit/ui/overlay/disclosure.tsx';

export function GalleryDetail() {
  return (
    <>
      <PageHeader
        title="Orden # AQ-20411"
        back={{ to: '/lista' }}
        badge={<Badge colour="rojo">Con Incidencia</Badge>}
        subtitle={
          <>
            <span className="id-text">
              6SJX1GD9V7K <CopyButton text="6SJX1GD9V7K" label="Copiar el número" />
            </span>
            <span>16/11/2026 16:44</span>
            <span>Entrega a domicilio</span>
          </>
        }
        actions={
          <>
            <Button icon={<ExternalLink />}>Seguimiento</Button>
            <Button variant="primary" icon={<Printer />}>
              Imprimir etiquetas
            </Button>
          </>
        }
      />
      <SheetBody tight>
        <Note tone="plain">
          <b>El envío 40018258 no se entregó: destinatario ausente.</b>{' '}
          <span className="muted">Si la dirección no es correcta, editá la orden.</span>
        </Note>
      </SheetBody>
      <DetailLayout
        side={
          <>
            <Panel
              title="Destinatario"
              action={
                <Button variant="quiet" size="sm" icon={<Pencil />}>
                  Editar
                </Button>
              }
            >
              <DescriptionList
                groups={[
                  [
                    { term: 'Nombre', value: 'Lucía Benítez Quiroga' },
                    { term: 'Email', value: <a href="mailto:x@example.com">lucia.benitez@correo.com.ar</a> },
                  ],
                  [
                    { term: 'Calle', value: 'Bv. Chacabuco' },
                    { term: 'Piso', value: '' },
                  ],
                ]}
              />
            </Panel>
            <Panel title="Recorrido">
              <Timeline
                label="Recorrido del pedido"
                items={[
                  { key: '1', title: 'Recibido', when: '16/11/2026 16:44', state: 'passed' },
                  {
                    key: '2',
                    title: 'En preparación',
                    when: '17/11/2026 11:20',
                    detail: 'Depósito Norte',
                    state: 'here',
                  },
                  { key: '3', title: 'Despachado', state: 'ahead' },
                ]}
              />
            </Panel>
            <Panel title="Cargando">
              <Skeleton lines={3} />
            </Panel>
          </>
        }
      >
        <DisclosureCard
          id="envio-40018258"
          title="Envío #40018258"
          meta="(1/2)"
          aside={<Badge colour="rojo">No Entregado</Badge>}
          defaultOpen
        >
          <Metrics
            rows={[
              { term: 'Entrega estimada', value: '19/11/2026' },
              { term: 'Costo de Envío', value: '$ 9.020,15' },
              { term: 'Costo del producto', value: '$ 41.400,00' },
              { term: 'Peso (g)', value: '2.400' },
              { term: 'Ancho (cm)', value: '20' },
              { term: 'Largo (cm)', value: '30' },
            ]}
          />
        </DisclosureCard>
        <DisclosureCard title="Envío #40018259" meta="(2/2)" aside={<Badge colour="azul">En Curso</Badge>}>
          <p>Nada</p>
        </DisclosureCard>
        <br />
        <Tabs
          label="Partes"
          tabs={[
            { id: 'a', label: 'Datos', content: <p>Datos de la orden</p> },
            { id: 'b', label: 'Historial', content: <p>Historial</p> },
          ]}
        />
      </DetailLayout>
    </>
  );
}

export function GalleryForm() {
  return (
    <>
      <PageHeader title="Nueva Orden" back={{ to: '/lista' }} />
      <FormLayout
        summary={
          <SummaryBox
            title="Resumen"
            stub={
              <>
                <span className="muted">Costo de Envío, por ahora</span>
                <div className="total-amount">$ 6.840,50</div>
              </>
            }
          >
            <SummaryLines
              lines={[
                { key: '1', label: 'Orden', value: 'AQ-20419' },
                { key: '2', label: 'Para', value: 'Florencia Iturralde' },
              ]}
            />
            <SummaryLines
              lines={[
                { key: '1', label: 'Envío 1', value: '$ 6.840,50', note: 'Se cobra por peso: 2,4 kg' },
                { key: '2', label: 'Envío 2', value: '-', note: 'Falta el alto', warning: true },
              ]}
            />
          </SummaryBox>
        }
      >
        <FormSection title="Modo de entrega">
          <RadioCards
            legend="Modo de entrega"
            hideLegend
            name="modo"
            defaultValue="1"
            options={[
              { value: '1', label: 'Entrega a domicilio' },
              { value: '2', label: 'Retiro en punto de entrega' },
            ]}
          />
        </FormSection>
        <FormSection title="Domicilio de entrega" lead="A dónde va el paquete">
          <FormGrid>
            <Field label="Calle" span={6}>
              <TextInput defaultValue="Av. Raúl Scalabrini Ortiz" />
            </Field>
            <Field label="Altura" span={2} phoneSpan={2}>
              <NumberInput defaultValue="1846" />
            </Field>
            <Field label="Piso" span={2} phoneSpan={2}>
              <TextInput />
            </Field>
            <Field label="Dpto." span={2} phoneSpan={2}>
              <TextInput />
            </Field>
            <Field label="Observaciones" span={12} counter={{ used: 0, max: 250 }}>
              <Textarea />
            </Field>
          </FormGrid>
        </FormSection>
      </FormLayout>
      <FormFooter
        back={
          <LinkButton to="/lista" variant="quiet">
            Volver
          </LinkButton>
        }
        live="Borrador guardado a las 10:42"
      >
        <Button>Generar Nueva Orden</Button>
        <Button variant="primary" kbd="Ctrl Enter">
          Guardar
        </Button>
      </FormFooter>
    </>
  );
}
