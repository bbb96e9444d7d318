/** 1 is 95×125 mm, 2 is 148×105 mm (D2 §9). */
export type LabelSize = 1 | 2;

/** Width and height of each size, in mm. */
export const LABEL_MM: Record<LabelSize, { width: number; height: number }> = {
  1: { width: 95, height: 125 },
  2: { width: 148, height: 105 },
};

/** Address of a pickup or a delivery. Unknown parts are `''`. */
export interface LabelAddress {
  street: string;
  number: string;
  floor: string;
  apartment: string;
  between1: string;
  between2: string;
  neighborhood: string;
  city: string;
  /** Four digits or a CPA of eight characters. */
  zipCode: string;
  province: string;
}

/** One product of a package. */
export interface LabelItem {
  quantity: number;
  name: string;
}

/** Text of the black band of a package that needs special handling. */
export type LabelBand = 'LOGÍSTICA INVERSA' | 'REFRIGERADO';

/** Content of the label of one package, as typed. `labelScene` makes the texts printable (readings S16). */
export interface LabelData {
  /** Name of the logistics provider. */
  provider: string;
  deliveryMode: string;
  /** Day of creation in Buenos Aires, `YYYY-MM-DD`. */
  createdDay: string;
  /** Position of the package in its order, from 1, and how many there are. */
  package: { number: number; total: number };
  /** Public id of the shipment, `{tracking}-{n}`: content of the Code 128. */
  shipmentLabel: string;
  /** Number of different contents of the shipment's label so far, from 1 (readings C50). */
  version: number;
  trackingId: string;
  /** The client's own number of the order. */
  orderId: string;
  /** URL of the shipment's tracking page: content of the QR. */
  trackingUrl: string;
  receiver: {
    name: string;
    /** Document as printed, masked if required; `''` omits it. */
    document: string;
    phone: string;
    address: LabelAddress;
    /** Observations for the carrier. */
    otherInfo: string;
  };
  sender: { company: string; phone: string; address: LabelAddress };
  weightGrams: number;
  dimensionsCm: { length: number; width: number; height: number };
  /** Empty if the sender gave no contents. */
  items: LabelItem[];
  /** Value in cents; null omits it. It is usually omitted, because it invites theft. */
  declaredValueCents: number | null;
  band: LabelBand | null;
  /** Reverse logistics: collected from the receiver, delivered to the sender. */
  reverse: boolean;
  /** Pickup point of delivery mode 2; if the sender chose it, the receiver's address is unknown. */
  pickupPoint: {
    name: string;
    address: string;
    zipCode: string;
    city: string;
    province: string;
    hours: string;
    chosen: boolean;
  } | null;
}
