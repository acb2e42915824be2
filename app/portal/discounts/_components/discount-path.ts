import type { Target } from './target'

/** The page of a discount, or the form that changes it. */
export const discountPath = ({ id }: Pick<Target, 'id'>, part?: 'edit'): string =>
  `/portal/discounts/${id}${part === undefined ? '' : `/${part}`}`
