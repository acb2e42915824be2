import { companySections } from '@/lib/web/company-office'
import { officeUpload } from '@/lib/web/upload-route'

/** A file of people, to be previewed. */
export const POST = officeUpload(companySections.collaborators, '/company/collaborators/import', 'uploadCollaborators')
