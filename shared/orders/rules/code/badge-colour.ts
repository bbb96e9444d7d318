/** The five groups of badge colours (D1 §4): final, in progress, attention, failure, not classified. */
export type BadgeColour = 'verde' | 'azul' | 'amarillo' | 'rojo' | 'gris';
