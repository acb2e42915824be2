import { Badge } from './ui/badge'

/** Whether what one sees and does here is real. */
export function EnvironmentBadge(props: { environment: 'test' | 'production'; label: string }) {
  return <Badge tone={props.environment === 'test' ? 'warning' : 'good'}>{props.label}</Badge>
}
