'use client'

import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { discountPath } from './discount-path'
import type { Target } from './target'
import { useActionLook } from './use-action-look'

const dialog = partsOf(() => import('./move-dialog'))
const MoveDialog = dialog.part('MoveDialog')

/** What can be done with a discount, as the buttons of its page. */
export function DiscountButtons({ target }: { target: Target }) {
  const look = useActionLook(target)
  return target.actions.map((action) => {
    const { label, icon } = look(action)
    if (action === 'edit') {
      return (
        <ButtonLink key={action} href={discountPath(target, 'edit')} icon={icon}>
          {label}
        </ButtonLink>
      )
    }
    const variant = action === 'publish' ? 'primary' : action === 'end' ? 'danger-quiet' : 'secondary'
    return (
      <Opener
        key={action}
        loads={dialog}
        trigger={
          <Button icon={icon} variant={variant}>
            {label}
          </Button>
        }
      >
        {(opened) => <MoveDialog target={target} asked={action} {...opened} />}
      </Opener>
    )
  })
}
