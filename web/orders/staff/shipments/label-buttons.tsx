import { printShipmentPdf, printShipmentZpl } from '#shared/orders/staff-shipment/staff-label.ts';
import { useDownload } from '#web/console/kit/use-download.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Printer } from '#web/kit/ui/display/icons.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';

const CALLS = { PDF: printShipmentPdf, ZPL: printShipmentZpl };

interface LabelButtonsProps {
  label: string;
  me: Me;
  /** Begins the text of the buttons. Without it they show the format alone, for the row of a shipment. */
  verb?: string;
  onPrinted?: () => void;
}

/** Buttons that print a shipment's label. */
export function LabelButtons(props: LabelButtonsProps) {
  return (
    <>
      <LabelButton {...props} format="PDF" />
      <LabelButton {...props} format="ZPL" />
    </>
  );
}

function LabelButton({ label, me, verb, onPrinted, format }: LabelButtonsProps & { format: keyof typeof CALLS }) {
  const { download, downloading } = useDownload();
  return (
    <Button
      size="sm"
      icon={<Printer />}
      busy={downloading}
      disabledReason={refusalOf(me, 'labels')}
      aria-label={verb ? undefined : `Imprimir ${label} en ${format}`}
      onClick={async () => {
        if (await download(CALLS[format], { params: { label } })) onPrinted?.();
      }}
    >
      {verb ? `${verb} en ${format}` : format}
    </Button>
  );
}
