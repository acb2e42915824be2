import { maySeeMetrics } from '@/lib/http/metrics-token'
import { officeService } from '@/lib/web/office-service'
import { standbyMetrics } from '@/lib/web/standby-metrics'

/** What this process of the offices counts, for whoever sends `METRICS_TOKEN`; to others the path does not exist. */
export function GET(request: Request): Response {
  const { env, standby } = officeService()
  if (env.METRICS_TOKEN === undefined || !maySeeMetrics(request, env.METRICS_TOKEN)) {
    return new Response(null, { status: 404 })
  }
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(standbyMetrics(standby), { headers })
}
