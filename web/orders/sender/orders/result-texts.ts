/** Texts of the dialog after a return from the payment provider. */
export interface ResultTexts {
  title: string;
  tone?: 'success' | 'error';
  heading?: string;
  text: string;
  /** Selects the buttons: 'later' links to the payments, 'error' shows 'Aceptar', 'done' shows 'Cerrar'. */
  kind: 'done' | 'later' | 'error';
}

const APPROVED: ResultTexts = {
  title: 'Operación Realizada',
  tone: 'success',
  heading: 'Pago aprobado',
  text: 'El pago ha sido aprobado correctamente',
  kind: 'done',
};

const IN_PROCESS: ResultTexts = {
  title: 'Operación en proceso',
  heading: 'Pago en proceso',
  text: 'El pago esta siendo procesado, revise más tarde desde la sección de pagos',
  kind: 'later',
};

const NOT_MADE: ResultTexts = {
  title: 'Operación no realizada',
  heading: 'Pago pendiente',
  text: 'El proceso de pago no se ha realizado, por favor revisar el mismo y retomarlo desde la sección de pagos',
  kind: 'later',
};

const FAILED: ResultTexts = {
  title: 'Ocurrió un error en el pago',
  tone: 'error',
  text: 'Por favor, vuelva a intentarlo más tarde o comuníquese con soporte',
  kind: 'error',
};

/** Returns the texts of D1 §2 by `collection_status`; a cash ticket's `pending` is a payment in process (readings C18). */
export function resultTexts(collectionStatus: string): ResultTexts {
  switch (collectionStatus) {
    case 'approved':
      return APPROVED;
    case 'in_process':
    case 'pending':
      return IN_PROCESS;
    case 'null':
      return NOT_MADE;
    default:
      return FAILED;
  }
}
