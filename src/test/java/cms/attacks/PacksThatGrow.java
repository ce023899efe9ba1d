package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.HostilePack;

/** Pushes of some bytes or kilobytes: objects that are announced, made from one another, or long; refused each. */
final class PacksThatGrow implements Attack {
    private static final int LARGE_BYTES = 90_000_000;
    private static final int LEVELS = 16;

    /** Each of its objects has to be named, which is a hash of all of it; these are more than the room for packs. */
    private static final int NAMED_LEVELS = 8;

    @Override
    public String name() {
        return "packs that grow";
    }

    @Override
    public boolean isBesideOthers() {
        return true;
    }

    @Override
    public void run(Target target) {
        String repository = target.project().repository();
        refused(target, repository, HostilePack.announcing(2_000_000_000));
        refused(target, repository, HostilePack.longCommit(LARGE_BYTES));
        refused(target, repository, HostilePack.chain(LARGE_BYTES, LEVELS));
        refused(target, repository, HostilePack.namedChain(LARGE_BYTES, NAMED_LEVELS));
        // Stored or refused: what nobody refers to is swept.
        HostilePack.push(target.eve(), repository, HostilePack.zeros(LARGE_BYTES, 4));
    }

    private static void refused(Target target, String repository, byte[] pack) {
        assertThat(HostilePack.push(target.eve(), repository, pack)).doesNotContain("unpack ok");
    }
}
