import { useState } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import { CircleCheck, Printer, WifiOff } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Perforation } from '#web/kit/ui/display/perforation.tsx';
import { ErrorSummary } from '#web/kit/ui/field/error-summary.tsx';
import { useAlerts } from '#web/kit/ui/layout/alerts.tsx';
import { SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog, MessageDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogStub } from '#web/kit/ui/overlay/dialog.tsx';
import { Step } from '#web/kit/ui/overlay/disclosure.tsx';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import styles from './gallery.module.css';
import { Row, Section } from './section.tsx';

const LINES = [
  { key: 'a', label: 'Verificado', value: '2 órdenes' },
  { key: 'b', label: 'Monto', value: '$ 17.660,75' },
];

export function GalleryMessages() {
  const alerts = useAlerts();
  const [open, setOpen] = useState('');
  const [step, setStep] = useState(2);
  const dialog = (name: string) => ({ open: open === name, onOpenChange: (on: boolean) => setOpen(on ? name : '') });
  return (
    <>
      <Section title="Avisos">
        <Row name="Alertas">
          <Button onClick={() => alerts.success('Envío cancelado', 'El envío 40018266 ha sido cancelado con éxito')}>
            Éxito
          </Button>
          <Button onClick={() => alerts.warning('Devolución parcial', undefined, ['Envío 40018259', 'Envío 40018260'])}>
            Advertencia
          </Button>
          <Button onClick={() => alerts.danger('Error', 'Ocurrió un error al cancelar el envío 40018266')}>
            Falla
          </Button>
        </Row>
        <br />
        <div className={styles.wide}>
          <div>
            <Note tone="info">
              Tenés una orden sin terminar de las 10:42.{' '}
              <button type="button" className="link-button">
                Retomala
              </button>
            </Note>
            <Note icon={<WifiOff />}>Sin conexión. Lo que escribiste sigue acá.</Note>
            <Note tone="bad" icon={<Printer />}>
              Hubo un problema con la impresion de etiquetas: AQ-20415.{' '}
              <button type="button" className="link-button">
                Reintentar
              </button>
            </Note>
            <Note tone="plain">
              <b>Falta pagar para imprimir.</b>
            </Note>
          </div>
          <ErrorSummary
            errors={[
              { fieldId: 'documento', label: 'Documento', message: 'Ingrese hasta 8 caracteres' },
              { fieldId: 'x', label: 'Envío 2, Alto', message: 'El alto es obligatorio' },
            ]}
          />
        </div>
      </Section>
      <Section title="Diálogos">
        <Row name="Abrir">
          <Button onClick={() => setOpen('confirm')}>Confirmar</Button>
          <Button onClick={() => setOpen('fail')}>Con falla</Button>
          <Button onClick={() => setOpen('message')}>Mensaje</Button>
          <Button onClick={() => setOpen('steps')}>Pasos</Button>
          <Menu trigger={<Button>Desde un menú</Button>}>
            <MenuItem onSelect={() => setOpen('confirm')}>Cancelar la orden…</MenuItem>
          </Menu>
        </Row>
      </Section>
      <ConfirmDialog
        {...dialog('confirm')}
        title="Cancelar la orden AQ-20415"
        message="Esta acción cancelará todos los envíos asociados a esta orden"
        confirmText="Cancelar orden"
        danger
        onConfirm={() => new Promise((done) => setTimeout(done, 1200))}
      />
      <ConfirmDialog
        {...dialog('fail')}
        title="Cancelar el envío"
        message="No va a salir bien"
        onConfirm={() => Promise.reject(new Error('No answer'))}
        failureText="Ocurrió un error al cancelar el envío 40018266"
      />
      <MessageDialog
        {...dialog('message')}
        title="Operación Realizada"
        tone="success"
        message={
          <span className="success-text strong" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <CircleCheck />
            Pago aprobado
          </span>
        }
        description="El pago ha sido aprobado correctamente"
      >
        <DialogStub>
          <Perforation />
          <div>
            <SummaryLines lines={LINES} />
          </div>
        </DialogStub>
      </MessageDialog>
      <Dialog
        {...dialog('steps')}
        title="Registro"
        description="Cuatro pasos. Podés ir y volver sin perder lo escrito."
        size="md"
        flush
        footer={<span className="muted flex-grow">1 de 4 pasos completo</span>}
      >
        {['Datos de Contacto', 'Datos de la Empresa', 'Domicilio de Colecta', 'Datos de usuario'].map(
          (title, index) => (
            <Step
              key={title}
              number={index + 1}
              title={title}
              note={index === 0 ? 'Sofía Ferreyra · 11 4902-7715' : null}
              state={index + 1 === step ? 'open' : index === 0 ? 'done' : index + 1 < step ? 'todo' : 'locked'}
              onOpen={() => setStep(index + 1)}
            >
              <Button onClick={() => setStep(step + 1)}>Continuar</Button>
            </Step>
          ),
        )}
      </Dialog>
    </>
  );
}
