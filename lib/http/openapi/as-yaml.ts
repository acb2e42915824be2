import { stringify } from 'yaml'

/** A document as YAML, without aliases, which some readers refuse. Loaded by who asks for it: most processes never write any. */
export const asYaml = (document: object): string => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
