import { Badge } from './ui/badge'

/** Whether what one sees and does here is real, and what that means. `short` takes its place where there is little. */
export function EnvironmentBadge(props: {
  environment: 'test' | 'production'
  label: string
  short?: string
  meaning: string | undefined
}) {
  return (
    <Badge tone={props.environment === 'test' ? 'warning' : 'good'} title={props.meaning}>
      {props.short === undefined ? (
        props.label
      ) : (
        <>
          <span className="sm:hidden">{props.short}</span>
          <span className="max-sm:hidden">{props.label}</span>
        </>
      )}
    </Badge>
  )
}
