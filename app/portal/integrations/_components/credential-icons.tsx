import { MapPinCheck, Replace, RotateCw, Trash2 } from 'lucide-react'

/** The icons of what can be done with a credential. */
export const credentialIcons = {
  rotate: <RotateCw aria-hidden />,
  replace: <Replace aria-hidden />,
  restrict: <MapPinCheck aria-hidden />,
  revoke: <Trash2 aria-hidden />,
  delete: <Trash2 aria-hidden />,
}
