/**
 * Joins class names. It decides nothing between two that set the same property: choose one of them by a condition or, to overrule a
 * component's own, mark it as important (`p-0!`).
 */
export const cn = (...classes: readonly (string | false | undefined)[]): string => classes.filter(Boolean).join(' ')
