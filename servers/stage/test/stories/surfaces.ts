import type { Story } from './story.ts';

interface Surface {
  readonly surface_id: string;
  readonly title: string;
}

/** Lists the windows until exactly one has this in its title, and works on that one. */
export const switchToWindow = async (story: Story, title: string): Promise<void> => {
  for (;;) {
    const { surfaces } = (await story.see('electron_surfaces_list')) as unknown as { surfaces: readonly Surface[] };
    const found = surfaces.filter((surface) => surface.title.includes(title));
    if (found.length === 1) {
      await story.see('electron_switch_surface', { surfaceId: (found[0] as Surface).surface_id });
      break;
    }
    await story.see('electron_wait', { ms: 50 });
  }
  await story.look();
};
