import { build, type Metafile } from 'esbuild'
import { withPackages } from '@/server/build'
import { projectRoot } from './files'

/** The files that the API is built into, with what is in each of them, as a build would write them. */
export async function builtApi(): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    ...withPackages,
    absWorkingDir: projectRoot,
    entryPoints: ['server/api.ts'],
    outdir: '.build/law',
    metafile: true,
    write: false,
  })
  return metafile.outputs
}
