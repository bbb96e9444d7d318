import { dollarAmount, formatTimestamp } from '#shared/format.ts';
import type { OrderDetail } from '#shared/orders.ts';
import { orderJob } from '#web/parts/print-button/label-jobs.ts';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { useTrackingUrl } from '#web/parts/tracking/tracking-url.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ExternalLink, Printer as PrinterIcon } from '#web/ui/icons.ts';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import styles from './order-detail.module.css';
import { stateOfOrder } from './order-on-screen.ts';

interface OrderHeadProps {
  order: OrderDetail;
  printer: Printer;
  back: { to: string };
}

/** 'Orden # {order_id}' with its tracking id, its date and what may be done with it (D1 §2). */
export function OrderHead({ order, printer, back }: OrderHeadProps) {
  const phone = useMediaQuery(PHONE);
  const state = stateOfOrder(order);
  return (
    <PageHead
      title={`Orden # ${order.order_id}`}
      back={back}
      badge={state && <StateBadge state={state} />}
      sub={
        <>
          <span className={`${styles.id} id`}>
            {order.tracking_id}
            <CopyButton text={order.tracking_id} label="Copiar el número de orden" />
          </span>
          <span className="num">{formatTimestamp(order.date_time || order.date)}</span>
          {order.delivery_mode?.name && <span>{order.delivery_mode.name}</span>}
          {typeof order.rate_value === 'number' && <span className="num">{dollarAmount(order.rate_value)}</span>}
        </>
      }
      {...(!phone && { actions: <OrderActions order={order} printer={printer} /> })}
    />
  );
}

/** What can be done with the order: beside its title, on the phone at the foot of the page. */
export function OrderActions({ order, printer }: Pick<OrderHeadProps, 'order' | 'printer'>) {
  const trackingUrl = useTrackingUrl();
  const job = orderJob(order);
  return (
    <>
      <AnchorButton href={trackingUrl(order.tracking_id)} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
        Seguimiento
      </AnchorButton>
      {order.printable && (
        <Button
          variant="primary"
          icon={<PrinterIcon />}
          busy={printer.working === job.key}
          onClick={() => printer.print(job)}
        >
          Imprimir etiquetas
        </Button>
      )}
    </>
  );
}
