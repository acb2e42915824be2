import { uploadCollaborators } from '@/lib/collaborators/upload-collaborators'
import { companyUpload } from '@/lib/web/upload-route'

const page = '/company/collaborators/import'

/** A file of people, to be previewed. */
export const POST = companyUpload(
  'company.collaborators.manage',
  page,
  async (ctx, file) => `${page}/${await uploadCollaborators(ctx, file)}`,
)
