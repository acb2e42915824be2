import type { Language } from '@/lib/language/language'
import { layOut } from './layout'
import type { Mail } from './mail'
import { wordMail } from './wording'

/** A mail as its reader gets it. */
export const renderMail = (mail: Mail, reader: { readonly language: Language; readonly officeUrl: string }) =>
  layOut(wordMail(mail, reader))
