import { readEvidence } from '@/lib/certification/show-run'
import { integerId } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeJson } from '@/lib/web/download'
import { merchantSections } from '@/lib/web/merchant-office'

/** The signed evidence of a run that was passed: the bytes that were signed. */
export const GET = officeJson(merchantSections.certification, async (ctx, _, params: { id: string }) => {
  const id = integerId.read(params.id)
  if (id === undefined) throw new OfficeFault('not_found')
  const { code, evidence } = await readEvidence(ctx, id)
  return { name: ['aliado', 'certificado', code], bytes: Buffer.from(evidence) }
})
