import { useState } from 'react';
import { Button, type ButtonVariant, IconButton } from '#web/kit/ui/button.tsx';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { Ban, CreditCard, Ellipsis, Eye, Plus, Printer, Trash2 } from '#web/kit/ui/display/icons.ts';
import { Pill } from '#web/kit/ui/display/pill.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { Segment } from '#web/kit/ui/field/choice.tsx';
import { Menu, MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import { Tooltip } from '#web/kit/ui/overlay/tooltip.tsx';
import { Row, Section } from './section.tsx';

const VARIANTS: [string, ButtonVariant, string][] = [
  ['Primario', 'primary', 'Guardar'],
  ['Marca', 'brand', 'Buscar'],
  ['Secundario', 'secondary', 'Volver'],
  ['Silencioso', 'quiet', 'Limpiar'],
  ['Peligro', 'danger', 'Cancelar orden'],
  ['Confirma', 'danger-fill', 'Cancelar orden'],
];
const BADGES: [string, BadgeColour, string[]][] = [
  ['Final', 'verde', ['Entregado', 'Retirado', 'Recibido en CD']],
  ['En curso', 'azul', ['Registrado', 'Planificado', 'En Tránsito']],
  ['Atención', 'amarillo', ['Pendiente de Pago', 'Dirección a Corregir']],
  ['Falla', 'rojo', ['No Entregado', 'Cancelado']],
  ['Sin clasificar', 'gris', ['En Corresponsal', 'Estado 47']],
];

export function GalleryButtons() {
  const [period, setPeriod] = useState('1');
  return (
    <>
      <Section title="Botones">
        {VARIANTS.map(([name, variant, text]) => (
          <Row key={name} name={name}>
            <Button variant={variant}>{text}</Button>
            <Button variant={variant} busy>
              {text}
            </Button>
            <Button variant={variant} icon={<Printer />} busy>
              {text}
            </Button>
            <Button variant={variant} disabledReason="Completá algún dato para guardar">
              {text}
            </Button>
            <Button variant={variant} size="sm" icon={<Plus />}>
              {text}
            </Button>
          </Row>
        ))}
        <Row name="Con ícono">
          <Button variant="primary" icon={<Plus />}>
            Nueva Orden
          </Button>
          <Button icon={<Printer />} aria-pressed>
            Imprimir en lote
          </Button>
          <Button variant="primary" kbd="Ctrl Enter">
            Guardar
          </Button>
          <IconButton variant="secondary" label="Imprimir" icon={<Printer />} />
          <CopyButton text="7K3M9QX2TVB" label="Copiar el número" />
          <Segment
            label="Período"
            value={period}
            onChange={setPeriod}
            options={[
              { value: '1', label: 'Último mes' },
              { value: '2', label: 'Últimos 2 meses' },
            ]}
          />
          <Menu trigger={<IconButton label="Más acciones" icon={<Ellipsis />} />}>
            <MenuLink to="/detalle" icon={<Eye />}>
              Ver detalle
            </MenuLink>
            <MenuItem icon={<CreditCard />} onSelect={() => undefined}>
              Generar pago
            </MenuItem>
            <MenuRule />
            <MenuItem icon={<Ban />} onSelect={() => undefined} disabledReason="Esta orden no tiene un pago">
              Cancelar pago
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onSelect={() => undefined}>
              Cancelar orden
            </MenuItem>
          </Menu>
          <Tooltip text="No se puede imprimir: falta pagar la orden" side="right">
            <IconButton label="Por qué no" icon={<Ban />} title={undefined} />
          </Tooltip>
          <Spinner label="Activando tu cuenta" />
          <Pill label="Creada" value="15/11 – 18/11/2026" onRemove={() => undefined} />
        </Row>
      </Section>
      <Section title="Etiquetas de estado">
        {BADGES.map(([name, colour, texts]) => (
          <Row key={name} name={name}>
            {texts.map((text) => (
              <Badge key={text} colour={colour}>
                {text}
              </Badge>
            ))}
          </Row>
        ))}
        <Row name="Impreso">
          <Badge colour="verde" quiet>
            SI
          </Badge>
          <Badge colour="rojo" quiet>
            NO
          </Badge>
        </Row>
      </Section>
    </>
  );
}
