'use client'

import { Tooltip as Base } from '@base-ui/react/tooltip'

export function TooltipPopup(props: { anchor: Element; open: boolean; onClose: () => void; text: string }) {
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={props.anchor} sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-pretty text-canvas shadow-popup transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {props.text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
