import { money } from '#shared/kit/text/format.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { FormFooter } from '#web/kit/ui/layout/layouts.tsx';
import styles from './order-footer.module.css';
import type { OrderForm } from './order-form.ts';
import type { OrderKind } from './order-kind.ts';
import { MissingData } from './order-summary.tsx';
import type { OrderEstimate } from './shipments/use-order-estimate.ts';
import type { AfterSave } from './use-save-order.ts';

interface OrderFooterProps {
  kind: OrderKind;
  form: OrderForm;
  /** Id of the form that 'Guardar' submits. */
  formId: string;
  estimate: OrderEstimate;
  draftSavedAt: string | null;
  saving: AfterSave | null;
  /** Why saving is disabled. */
  blocked: string | false | null;
  onAnother: () => void;
}

/** Footer of an order's form: back link, progress and the save buttons. */
export function OrderFooter(props: OrderFooterProps) {
  const { kind, form, formId, estimate, draftSavedAt, saving, blocked, onAnother } = props;
  const disabledReasonOf = (afterSave: AfterSave) =>
    blocked || (saving !== null && saving !== afterSave && 'Esperá a que termine');
  return (
    <FormFooter
      back={
        <LinkButton to={kind.list} variant="quiet" className={classNames(styles.back, 'desktop-only')}>
          Volver
        </LinkButton>
      }
      live={
        <>
          <span className="desktop-only">
            {form.dirty && draftSavedAt && `Borrador guardado a las ${draftSavedAt}`}
          </span>
          <span className={classNames(styles.live, 'phone-only')}>
            {estimate.costComplete ? 'Costo de Envío' : 'Por ahora'}{' '}
            <b className="tabular-nums">{money(estimate.cost)}</b>
            <MissingData form={form} estimate={estimate} short />
          </span>
        </>
      }
    >
      {kind.another && (
        <Button
          busy={saving === 'another'}
          disabledReason={disabledReasonOf('another')}
          onClick={onAnother}
          title="Ctrl Shift Enter"
        >
          Generar Nueva Orden
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        variant="primary"
        kbd="Ctrl Enter"
        busy={saving === 'leave'}
        disabledReason={disabledReasonOf('leave')}
      >
        Guardar
      </Button>
    </FormFooter>
  );
}
