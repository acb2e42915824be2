import { companyUpload } from '@/lib/web/upload-route'

/** A file of people, to be previewed. */
export const POST = companyUpload(
  'company.collaborators.manage',
  '/company/collaborators/import',
  'uploadCollaborators',
)
