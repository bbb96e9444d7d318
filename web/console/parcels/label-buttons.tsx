import { useState } from 'react';
import { printParcelPdf, printParcelZpl } from '#shared/ops/parcel-label.ts';
import type { Me } from '#web/console/me.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useDownload } from '#web/console/use-download.ts';
import { Button } from '#web/ui/button.tsx';
import { Printer } from '#web/ui/icons.ts';

const CALLS = { PDF: printParcelPdf, ZPL: printParcelZpl };

const FORMATS = ['PDF', 'ZPL'] as const;

interface LabelButtonsProps {
  label: string;
  me: Me;
  /** Begins the text of the buttons. Without it they show the format alone, for the row of a parcel. */
  verb?: string;
  onPrinted?: () => void;
}

/** Buttons that print a parcel's label. */
export function LabelButtons({ label, me, verb, onPrinted }: LabelButtonsProps) {
  const [printed, setPrinted] = useState<(typeof FORMATS)[number] | null>(null);
  const { download, downloading } = useDownload();
  return FORMATS.map((format) => (
    <Button
      key={format}
      size="sm"
      icon={<Printer />}
      busy={downloading && printed === format}
      disabledReason={refusalOf(me, 'labels')}
      aria-label={verb ? undefined : `Imprimir ${label} en ${format}`}
      onClick={async () => {
        setPrinted(format);
        if (await download(CALLS[format], { params: { label } })) onPrinted?.();
      }}
    >
      {verb ? `${verb} en ${format}` : format}
    </Button>
  ));
}
