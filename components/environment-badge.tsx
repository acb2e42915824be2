import { Badge } from './ui/badge'

/** Says whether this is the test or the production environment, and what that means. `short` replaces `label` on a phone. */
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
