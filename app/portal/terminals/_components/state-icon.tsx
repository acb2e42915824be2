import { CircleCheck, CircleX, Moon, TriangleAlert } from 'lucide-react'
import type { TerminalState } from '@/lib/terminals/state'

const icons = { failing: CircleX, attention: TriangleAlert, selling: CircleCheck, silent: Moon }

export function StateIcon({ state, className }: { state: TerminalState; className?: string }) {
  const Icon = icons[state]
  return <Icon aria-hidden className={className} />
}
