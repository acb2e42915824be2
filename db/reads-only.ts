import type { OfficeDb } from './office'

const writes: ReadonlySet<string | symbol> = new Set(['insert', 'update', 'delete', 'refreshMaterializedView'])

/**
 * The same way to the database, on which a change is refused before it is sent, whether or not a standby would have got it: so a page
 * that changes what it shows is found without one.
 */
export const readsOnly = (db: OfficeDb): OfficeDb =>
  new Proxy(db, {
    get: (target, name) => {
      if (writes.has(name)) throw new TypeError(`${String(name)} on a way that reads only`)
      return Reflect.get(target, name, target)
    },
  })
