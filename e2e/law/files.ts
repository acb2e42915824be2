import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of package.json. */
export const projectRoot = join(import.meta.dirname, '../..')

/** The files below those folders of the project whose path fits, in order, as paths from its root. */
export const filesUnder = (folders: readonly string[], fits: RegExp): string[] =>
  folders
    .filter((folder) => existsSync(join(projectRoot, folder)))
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => fits.test(file))
    .sort()

export const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
